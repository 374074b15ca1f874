import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';
import { type Answer, migrationOf } from '#test/fixtures/service/stand-in-service.ts';
import { goTo, type ReadingPage, readingPages } from '#test/page-models/reading-pages.ts';

test.use({ shared: true });

type Rows = readonly ReturnType<typeof migrationOf>[];
const rowsOf = (count: number): Rows => Array.from({ length: count }, (_, index) => migrationOf(index + 1));

/** Every envelope that a list may come in; the first says how many there are. */
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
const unreadable = 'The reply could not be read';

/** Every shape of a failure, what the page calls it, and the words of the service that it repeats. */
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
  ['a web page that says 200', { headers: html, body: '<!doctype html><h1>Log in</h1>' }, unreadable, ''],
  ['JSON without a list', { body: { results: 'none' } }, unreadable, ''],
  ['half of a reply', { body: '{"results":[{"id":"0' }, unreadable, ''],
];

const open = async (reading: ReadingPage, page: Parameters<typeof goTo>[0], url: string): Promise<void> => {
  await mustCall(page, 'settings', 'change', { loadAllBySelf: false });
  await useProfile(page, url);
  await goTo(page, reading.route);
  await reading.begin?.(page);
};

for (const reading of readingPages) {
  test(`C6 C7 C11 [fault] (F25) ${reading.name}: every envelope is read, every failure is named beside the rows`, async ({
    console: { page, pageErrors },
    standIn,
  }) => {
    const { path, shows } = reading;
    const things = path.split('/').at(-1) ?? '';
    const bodyOf = (index: number): unknown => envelopes[index % envelopes.length]?.[1](rowsOf(index + 2), things);
    const envelope = (index: number): Answer => ({ body: bodyOf(index) });
    standIn.answer(path, envelope(0));
    await open(reading, page, standIn.url);
    for (const [index, [name]] of envelopes.entries()) {
      await test.step(name, async () => {
        standIn.answer(path, envelope(index));
        if (index > 0) await page.keyboard.press('F5');
        await shows(page, index + 2);
      });
    }
    const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'Rows are from' });
    for (const [index, [name, answer, title, words]] of failures.entries()) {
      await test.step(name, async () => {
        // Each begins without a banner: what it shows is of no failure before it.
        const next = envelopes.length + index;
        standIn.answer(path, answer);
        await page.keyboard.press('F5');
        await expect(banner).toContainText(title);
        await expect(banner).toContainText(words);
        await shows(page, next + 1);
        // What cannot be read is asked again by itself: held, it does not leave before it is pressed.
        const held: (() => void)[] = [];
        standIn.answer(path, (_request, reply) => void held.push(() => reply.end(JSON.stringify(bodyOf(next)))));
        const tryNow = banner.getByRole('button', { name: 'Try now' });
        if ((await tryNow.count()) > 0) await tryNow.click();
        else await page.keyboard.press('F5');
        await expect.poll(() => held.length).toBeGreaterThan(0);
        await expect(banner).toContainText('Trying again');
        standIn.answer(path, envelope(next));
        for (const send of held) send();
        await expect(banner).toHaveCount(0);
        await shows(page, next + 2);
      });
    }
    expect(await page.title()).toContain('Ferry Console');
    expect(pageErrors).toEqual([]);
  });
}

test('C11 C16 [fault] (F25) one migration, a link token, a health check: every failure is named where it was asked', async ({
  console: { page },
  standIn,
}) => {
  await useProfile(page, standIn.url);
  const [list, one, link] = ['/api/v1/migrations', `/api/v1/migrations/${migrationOf(1).id}`, '/api/v1/link-token'];
  standIn.answer(list, { body: { results: rowsOf(1), page: { size: 25, total: 1 } } });
  const shapes = failures.slice(0, 3);
  for (const [name, answer, title, words] of shapes) {
    await test.step(`${name}: a migration`, async () => {
      standIn.answer(one, answer);
      await goTo(page, `/migrations?open=${migrationOf(1).id}`);
      await page.keyboard.press('F5');
      const problem = page.getByRole('complementary', { name: 'Migration', exact: true }).getByRole('alert');
      await expect(problem).toContainText(title);
      await expect(problem).toContainText(words);
    });
    await test.step(`${name}: a link token`, async () => {
      standIn.answer(link, answer);
      await goTo(page, '/link-tokens');
      await page.getByRole('button', { name: 'Make a link token' }).press('Enter');
      const problem = page.getByRole('status').filter({ hasText: title });
      await expect(problem).toContainText(words);
      await expect(problem.getByRole('button', { name: 'Copy details' })).toBeVisible();
      await expect(problem.getByRole('button', { name: 'Retry' })).toBeVisible();
    });
    await test.step(`${name}: a health check`, async () => {
      standIn.answer('/healthz', answer);
      await goTo(page, '/settings');
      await page.getByRole('button', { name: 'Test connection' }).press('Enter');
      // Any service that is one answers its health check; what does not is another.
      await expect(page.locator('.found-bad')).toContainText('This is not the service');
    });
  }
});
