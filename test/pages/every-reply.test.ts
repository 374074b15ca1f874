import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type Answer, migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, main, openPages } from './open-pages.ts';
import { readingPages } from './reading-pages.ts';

const pages = openPages();

type Rows = readonly ReturnType<typeof migrationOf>[];
const rowsOf = (count: number): Rows => Array.from({ length: count }, (_, index) => migrationOf(index + 1));

/** Every envelope that a list may have. The first includes a total. */
const envelopes: readonly (readonly [string, (rows: Rows, things: string) => unknown])[] = [
  ['as specified', (results) => ({ results, page: { size: 100, total: results.length } })],
  ['a bare array', (rows) => rows],
  ['data', (data) => ({ data })],
  ['items', (items) => ({ items, page: { size: 100, total: items.length } })],
  ['its own name', (rows, things) => ({ [things]: rows })],
  ['results without a page', (results) => ({ results })],
];

const html = { 'Content-Type': 'text/html' };
const refused = 'The service refused the request';
const unreadable = 'Unexpected response';

/** Every kind of failure, its title on the page, and the message below: the service's, or the cause found by the console. */
const failures: readonly (readonly [string, Answer, string, string])[] = [
  ['an Error body', { status: 422, body: { type: 'api_error', message: 'flat words' } }, refused, 'flat words'],
  [
    'the nested shape',
    { status: 400, body: { error: { code: 'x', message: 'nested words' } } },
    refused,
    'nested words',
  ],
  [
    'plain text',
    { status: 400, headers: { 'Content-Type': 'text/plain' }, body: 'plain words' },
    refused,
    'plain words',
  ],
  ['a web page', { status: 400, headers: html, body: '<h1>Bad <script>document.title=1</script></h1>' }, refused, ''],
  ['nothing', { status: 400, body: '' }, refused, ''],
  [
    'a web page that says 200',
    { headers: html, body: '<!doctype html><h1>Log in</h1>' },
    unreadable,
    'The response is a web page, not JSON. Check the base URL, and whether your network asks you to sign in.',
  ],
  [
    'JSON without a list',
    { body: { results: 'none' } },
    unreadable,
    'The response contains no list. If this continues, check the base URL and the proxy.',
  ],
  [
    'half of a reply',
    { body: '{"results":[{"id":"0' },
    unreadable,
    "The response isn't valid JSON. If this continues, check the base URL and the proxy.",
  ],
];

/** Presses F5 once the previous refresh has ended. While it runs, its icon turns and F5 starts no other. */
const refresh = async (): Promise<void> => {
  await eventually(() => expect(main().querySelector('[aria-label="Refresh"] .turning')).toBeNull());
  await userEvent.keyboard('{F5}');
};

/** The banner above rows that couldn't be refreshed. */
const staleBanner = (): HTMLElement | undefined =>
  within(main())
    .queryAllByRole('status')
    .find(({ textContent }) => textContent?.includes('Showing rows from'));

describe.each(readingPages)('$name', { tags: ['@C6', '@C7', '@C11', '@F25'] }, ({ route, path, shows }) => {
  test('the list reads every envelope and shows every failure next to the rows', async () => {
    const { fakeService } = pages;
    const things = path.split('/').at(-1) ?? '';
    const bodyOf = (index: number): unknown => envelopes[index % envelopes.length]?.[1](rowsOf(index + 2), things);
    const envelope = (index: number): Answer => ({ body: bodyOf(index) });
    fakeService.answer(path, envelope(0));
    await pages.call('settings', 'change', { loadAllBySelf: false });
    await pages.useProfile();
    goTo(route);
    for (const [index] of envelopes.entries()) {
      fakeService.answer(path, envelope(index));
      if (index > 0) await refresh();
      await shows(index + 2);
    }
    for (const [index, [name, answer, title, words]] of failures.entries()) {
      const next = envelopes.length + index;
      fakeService.answer(path, answer);
      await refresh();
      await eventually(() => expect(staleBanner()?.textContent, name).toContain(title));
      expect(staleBanner()?.textContent).toContain(words);
      await shows(next + 1);
      // The console retries an unreadable reply automatically, so the test holds the reply until the button is pressed.
      const pendingReplies: (() => void)[] = [];
      fakeService.answer(
        path,
        (_request, reply) => void pendingReplies.push(() => reply.end(JSON.stringify(bodyOf(next)))),
      );
      const tryNow = within(staleBanner()!).queryByRole('button', { name: 'Try now' });
      await (tryNow ? userEvent.click(tryNow) : userEvent.keyboard('{F5}'));
      await eventually(() => expect(pendingReplies.length).toBeGreaterThan(0));
      await eventually(() => expect(staleBanner()?.textContent).toContain('Trying again'));
      fakeService.answer(path, envelope(next));
      for (const send of pendingReplies) send();
      await eventually(() => expect(staleBanner()).toBeUndefined());
      await shows(next + 2);
    }
    expect(document.title).toContain('Ferry Console');
  });
});

test(
  'every failure of a single migration, a link token and a health check shows at its request',
  { tags: ['@C11', '@C16', '@F25'] },
  async () => {
    const { fakeService } = pages;
    await pages.useProfile();
    const { id } = migrationOf(1);
    fakeService.answer('/api/v1/migrations', { body: { results: rowsOf(1), page: { size: 25, total: 1 } } });
    for (const [name, answer, title, words] of failures.slice(0, 3)) {
      fakeService.answer(`/api/v1/migrations/${id}`, answer);
      goTo(`/migrations?open=${id}`);
      const drawer = await screen.findByRole('complementary', { name: 'Migration' });
      await userEvent.keyboard('{F5}');
      await eventually(() => expect(within(drawer).getByRole('alert').textContent, name).toContain(title));
      expect(within(drawer).getByRole('alert').textContent).toContain(words);

      fakeService.answer('/api/v1/link-token', answer);
      goTo('/link-tokens');
      await userEvent.click(await screen.findByRole('button', { name: 'Create a link token' }));
      const problem = await eventually(() => {
        const found = screen.getAllByRole('alert').find(({ textContent }) => textContent?.includes(title));
        expect(found?.textContent, name).toContain(words);
        return found!;
      });
      within(problem).getByRole('button', { name: 'Copy details' });
      within(problem).getByRole('button', { name: 'Retry' });

      fakeService.answer('/healthz', answer);
      goTo('/settings');
      await userEvent.click(await screen.findByRole('button', { name: 'Test connection' }));
      // Every Ferry service answers its health check, so another response means another program.
      await eventually(() =>
        expect(document.querySelector('.found-bad')?.textContent).toContain('Not a Ferry service'),
      );
    }
  },
);
