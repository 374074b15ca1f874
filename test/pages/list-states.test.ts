import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { focusPage } from '#ui/keys/lent-focus.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { type Answer, migrationOf } from '#test/fixtures/service/fake-service.ts';
import { eventually } from './eventually.ts';
import { goTo, main, openPages, says, statusWith } from './open-pages.ts';
import { readingPages, rowsOf } from './reading-pages.ts';

const pages = openPages();
const lists = ['/api/v1/migrations', '/api/v1/companies'] as const;
const some = (count: number): Answer => ({
  body: {
    results: Array.from({ length: count }, (_, index) => migrationOf(index + 1)),
    page: { size: 25, total: count },
  },
});
const apiError = (status: number, message: string): Answer => ({ status, body: { type: 'api_error', message } });
const answerLists = (answer: Answer): void => {
  for (const path of lists) pages.fakeService.answer(path, answer);
};
const problem = (): HTMLElement => within(main()).getByRole('alert');

// Automatic loading would use up the test's replies.
beforeEach(async () => {
  await pages.call('settings', 'change', { loadAllBySelf: false });
  goTo('/settings');
});

describe.each(readingPages)('$name', { tags: ['@C10', '@C11'] }, ({ name, route, path, shows }) => {
  test('an empty list says why it is empty and how to fill it', async () => {
    await pages.useProfile();
    goTo(route);
    await screen.findByRole('heading', { name: `No ${path.split('/').at(-1)} yet` });
    expect(main().textContent).toMatch(/end users (?:start|sign in)/);
  });

  test(
    'the list keeps its rows and shows a banner if the key has no permission, the service fails or is offline',
    { tags: '@F16' },
    async () => {
      answerLists(apiError(403, 'scope is missing'));
      await pages.useProfile();
      goTo(route);
      await eventually(() => expect(problem().textContent).toContain(`This key can't list ${path.split('/').at(-1)}`));
      expect(problem().textContent).toContain('scope is missing');
      within(problem()).getByRole('button', { name: 'Copy details' });
      expect(within(problem()).queryByRole('button', { name: 'Retry' })).toBeNull();

      answerLists(apiError(503, 'upstream is busy'));
      await userEvent.keyboard('{F5}');
      await eventually(() => expect(problem().textContent).toContain('The service failed three times'));
      expect(problem().textContent).toContain(`GET ${path}`);
      expect(problem().textContent).toContain('upstream is busy');
      within(problem()).getByRole('button', { name: 'Copy details' });

      answerLists(some(3));
      await userEvent.keyboard('{F5}');
      await shows(3);

      answerLists((request) => void request.socket.destroy());
      await userEvent.keyboard('{F5}');
      await says(() => statusWith('No connection to the service.'), /Showing rows from \d\d:\d\d\./);
      await shows(3);
      if (name !== 'Overview') await says(() => document.querySelector('.freshness.stale'), 'old');
      answerLists(some(4));
      await userEvent.click(
        within(statusWith('No connection to the service.')!).getByRole('button', { name: 'Try now' }),
      );
      await shows(4);
    },
  );
});

test.each(readingPages.filter(({ route }) => !route.includes('view=all')))(
  '$name keeps the error, its button and the focus during a retry',
  { tags: '@C11' },
  async ({ route }) => {
    answerLists(apiError(503, 'upstream is busy'));
    await pages.useProfile();
    goTo(route);
    await eventually(() => expect(problem().textContent).toContain('upstream is busy'));
    const pendingReplies: (() => void)[] = [];
    answerLists((_request, reply) => void pendingReplies.push(() => reply.writeHead(404).end()));
    const retry = within(problem()).getByRole('button', { name: 'Retry' });
    retry.focus();
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(pendingReplies.length).toBeGreaterThan(0));
    expect(problem().textContent).toContain('upstream is busy');
    expect(document.activeElement).toBe(retry);
    answerLists({ status: 404, body: '' });
    for (const send of pendingReplies) send();
    await eventually(() => expect(problem().textContent).not.toContain('upstream is busy'));
  },
);

test(
  'while offline, a prefetched next page opens with the mark "old", and the "No connection" banner stays',
  { tags: '@F16' },
  async () => {
    const answer: Answer = ({ url }, reply) => {
      const page = Number(new URL(url ?? '', pages.fakeService.url).searchParams.get('page'));
      const results = Array.from({ length: 25 }, (_, index) => migrationOf((page - 1) * 25 + index + 1));
      reply.writeHead(200, { 'Content-Type': 'application/json' });
      reply.end(JSON.stringify({ results, page: { size: 25, total: 75 } }));
    };
    answerLists(answer);
    await pages.useProfile();
    goTo('/migrations');
    await eventually(() => expect(rowsOf('Migrations')).toHaveLength(25));
    const requested = () => pages.fakeService.requests.filter((line) => line.includes('/migrations?page=2'));
    await eventually(() => expect(requested()).toHaveLength(1));
    answerLists((request) => void request.socket.destroy());
    await userEvent.keyboard('{F5}');
    await says(() => statusWith('No connection to the service.'), /Showing rows from/);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await eventually(() => expect(main().textContent).toContain('Rows 26–50 of 75'));
    await says(() => statusWith('No connection to the service.'), /Showing rows from/);
    await says(() => document.querySelector('.freshness.stale'), 'old');
    answerLists(answer);
    await userEvent.click(
      within(statusWith('No connection to the service.')!).getByRole('button', { name: 'Try now' }),
    );
    await eventually(() => expect(statusWith('No connection to the service.')).toBeUndefined());
  },
);

test('link tokens and requests have an empty state', { tags: '@C10' }, async () => {
  await pages.useProfile();
  goTo('/link-tokens');
  await eventually(() => expect(main().textContent).toContain('No link token yet.'));
  await pages.call('requests', 'clear', {});
  goTo('/requests');
  await screen.findByRole('heading', { name: 'No requests yet' });
});

test(
  'a rejected key shows one banner on every page and stops all requests, and a new key reloads everything',
  { tags: ['@C42', '@F5'] },
  async () => {
    answerLists(some(3));
    await pages.useProfile();
    for (const { route, shows } of readingPages) {
      goTo(route);
      await shows(3);
    }
    goTo('/migrations');
    await eventually(() => expect(rowsOf('Migrations')).toHaveLength(3));
    rowsOf('Migrations')[1]?.focus();
    for (const path of ['*', ...lists]) pages.fakeService.answer(path, apiError(401, 'no'));
    await userEvent.keyboard('{F5}');
    const banner = await screen.findByRole('region', { name: 'Key needed' });
    expect(banner.textContent).toContain('The key ····0000 was rejected.');
    const field = within(banner).getByLabelText('New API key');
    await eventually(() => expect(document.activeElement).toBe(field));
    const sentCount = pages.fakeService.requests.length;
    const others = ['/link-tokens', '/link-tokens?tab=token-lab', '/sandbox', '/requests'];
    for (const route of [...readingPages.map((reading) => reading.route), ...others]) {
      goTo(route);
      await userEvent.keyboard('{F5}');
      // The overview's health card has one message for the service and one for the key.
      const count = route === '/overview' ? 3 : 1;
      await eventually(() => expect(screen.getAllByText(/was rejected/), route).toHaveLength(count));
    }
    for (const { route, shows } of readingPages) {
      goTo(route);
      await shows(3);
    }
    expect(pages.fakeService.requests.slice(sentCount)).toEqual([]);

    pages.fakeService.answer('*', some(0));
    answerLists(some(4));
    goTo('/migrations');
    await eventually(() => expect(rowsOf('Migrations')).toHaveLength(3));
    rowsOf('Migrations')[1]?.focus();
    await userEvent.keyboard('{F5}');
    await userEvent.type(screen.getByLabelText('New API key'), 'ferry_test_second_000000001{Enter}');
    await eventually(() => expect(screen.queryByRole('region', { name: 'Key needed' })).toBeNull());
    for (const { route, shows } of readingPages) {
      goTo(route);
      await shows(4);
    }
  },
);

test.each([
  ['nothing', () => document.activeElement instanceof HTMLElement && document.activeElement.blur()],
  ['the page', focusPage],
] as const)(
  'with the focus on %s, a row opened from elsewhere gets it once, not after the user moves on',
  { tags: '@C36' },
  async (_name, start) => {
    answerLists(some(3));
    pages.fakeService.answer(`/api/v1/migrations/${migrationOf(1).id}`, { body: migrationOf(1) });
    await pages.useProfile();
    goTo('/migrations');
    await eventually(() => expect(rowsOf('Migrations')).toHaveLength(3));
    const button = screen.getByRole('button', { name: 'Export' });
    // Moves on in the same tick, because the next render would hide the fault.
    const moveOn = vi.fn<() => void>(() => button.focus());
    rowsOf('Migrations')[0]?.addEventListener('focus', moveOn, { once: true });
    start();
    goTo(`/migrations?open=${migrationOf(1).id}`);
    await eventually(() => expect(moveOn).toHaveBeenCalledOnce());
    await screen.findByRole('complementary', { name: 'Migration' });
    answerLists(some(4));
    await userEvent.keyboard('{F5}');
    await eventually(() => expect(rowsOf('Migrations')).toHaveLength(4));
    expect(document.activeElement).toBe(button);
  },
);

test('Esc on the button of a message returns the focus', { tags: '@C36' }, async () => {
  await pages.useProfile();
  goTo('/migrations');
  const before = await screen.findByRole('button', { name: 'Export' });
  before.focus();
  showToast('Exported 250 rows to migrations.csv', 'done', { label: 'Reveal in folder', run: () => undefined });
  const button = await screen.findByRole('button', { name: 'Reveal in folder' });
  button.focus();
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(document.activeElement).not.toBe(document.body));
  expect(button.isConnected).toBe(false);
  expect(document.activeElement).toBe(before);
});

test('a message with a button stays for 10 s, and longer while the button has the focus', async () => {
  const button = () => screen.queryByRole('button', { name: 'Reveal in folder' });
  await pages.useProfile();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  showToast('Exported 250 rows to migrations.csv', 'done', { label: 'Reveal in folder', run: () => undefined });
  await eventually(() => expect(button()).not.toBeNull());
  await vi.advanceTimersByTimeAsync(9_500);
  expect(button()).not.toBeNull();
  button()?.focus();
  await vi.advanceTimersByTimeAsync(9_500);
  expect(button()).not.toBeNull();
  button()?.blur();
  await vi.advanceTimersByTimeAsync(10_500);
  await eventually(() => expect(button()).toBeNull());
});
