import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { shifts, watchShifts } from '#test/fixtures/page/layout-shift.ts';
import { pressUntilGone } from '#test/fixtures/page/press-until-gone.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';
import { type Answer, migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { goTo, type ReadingPage, readingPages } from '#test/page-models/reading-pages.ts';

const lists = ['/api/v1/migrations', '/api/v1/companies'] as const;
const listOf = (count: number) => ({
  results: Array.from({ length: count }, (_, index) => migrationOf(index + 1)),
  page: { size: 25, total: count },
});
const some = (count: number): Answer => ({ body: listOf(count) });
const apiError = (status: number, message: string): Answer => ({ status, body: { type: 'api_error', message } });

test.use({ shared: true });

test.beforeEach(async ({ console: open }) => {
  // What is read without a press would use up the answers of the test.
  await mustCall(open.page, 'settings', 'change', { loadAllBySelf: false });
});

const answerLists = (standIn: StandInService, answer: Answer): void => {
  for (const path of lists) standIn.answer(path, answer);
};

/** Each page anew, with a profile of its own, so that it has nothing from before. */
async function onEveryPage(
  page: Page,
  standIn: StandInService,
  work: (reading: ReadingPage) => Promise<void>,
): Promise<void> {
  for (const reading of readingPages) {
    await test.step(reading.name, async () => {
      await goTo(page, '/settings');
      await useProfile(page, standIn.url, reading.name);
      await goTo(page, reading.route);
      await work(reading);
    });
  }
}

/** With axe on the pages that stand for the others: what each state shows is drawn by the same parts on all. */
async function expectNoFindings(page: Page, name: string, ...on: readonly string[]): Promise<void> {
  if (on.includes(name)) expect(await findings(page)).toEqual([]);
}

/** While a page is read again, what failed stays in its place, with the button that was pressed and its focus. */
async function expectStaysWhileRetried(page: Page, standIn: StandInService): Promise<void> {
  const problem = page.getByRole('main').getByRole('alert');
  const retry = problem.getByRole('button', { name: 'Retry' });
  const held: (() => void)[] = [];
  answerLists(standIn, (_request, reply) => void held.push(() => reply.writeHead(404).end()));
  await retry.press('Enter');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(problem).toContainText('upstream is busy');
  await expect(retry).toBeFocused();
  answerLists(standIn, { status: 404, body: '' });
  for (const send of held) send();
  await expect(problem).not.toContainText('upstream is busy');
}

/** A button that appears at the right end of a head is let pass; rows that move are not. */
async function expectStill(page: Page): Promise<void> {
  const { sum, moved } = await shifts(page);
  expect(sum, moved.join(', ')).toBeLessThan(0.01);
}

/** What stands on every page of the console once it is there, on the Sandbox. */
const opened: readonly (readonly [string, (page: Page) => ReturnType<Page['locator']>])[] = [
  ['/overview', (page) => page.getByRole('table', { name: 'Migrations by status' })],
  ['/companies', (page) => page.getByText('Rows 1–25 of 40')],
  ['/migrations', (page) => page.getByText('Rows 1–25 of 250')],
  ['/link-tokens', (page) => page.getByRole('button', { name: 'Make a link token' })],
  ['/link-tokens?tab=token-lab', (page) => page.getByRole('button', { name: 'Run all' })],
  ['/sandbox', (page) => page.getByRole('button', { name: 'Reset data' })],
  ['/requests', (page) => page.getByRole('table', { name: 'Requests' })],
  ['/settings', (page) => page.getByRole('heading', { name: 'Sandbox', exact: true })],
  ['/modal-lab', (page) => page.getByText('Listening for events')],
];

test('C10 loading: the shape of a page stands before its rows, and nothing jumps when they come', async ({
  console: open,
  standIn,
}) => {
  const { page } = open;
  // A long load is told above the rows, and pushes them down.
  await mustCall(page, 'loaded', 'start', { resource: 'migrations', confirmed: true });
  await new LoadedPage(page, 'Migrations').untilComplete();
  // A new line would move those below it.
  await mustCall(page, 'requests', 'pause', { paused: true });
  for (const [route, there] of opened) {
    await test.step(`${route} opens`, async () => {
      await watchShifts(page);
      await goTo(page, route);
      await there(page).waitFor();
      await expectStill(page);
    });
  }
  const held: (() => void)[] = [];
  const release = () => {
    for (const send of held.splice(0)) send();
  };
  answerLists(standIn, (request, reply) => {
    const send = () => reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(listOf(3)));
    // How many there are is asked before all are loaded; that is no row yet.
    if (new URL(request.url ?? '', standIn.url).searchParams.get('page_size') === '1') send();
    else held.push(send);
  });
  await onEveryPage(page, standIn, async ({ begin, shows, name }) => {
    await begin?.(page);
    await page.locator('.skeleton-rows').first().waitFor();
    // A load that is held is a long one, and told above its rows.
    if (begin) await page.getByRole('region', { name: 'Loading all' }).waitFor();
    await expectNoFindings(page, name, 'Overview', 'Companies, all loaded');
    await watchShifts(page);
    release();
    await shows(page, 3);
    await expectStill(page);
    release();
  });
});

test('C10 empty: each page says why, and what fills it', async ({ console: open, standIn }) => {
  const { page } = open;
  await onEveryPage(page, standIn, async ({ begin, path, name }) => {
    await begin?.(page);
    const things = path.endsWith('companies') ? 'companies' : 'migrations';
    await expect(page.getByRole('heading', { name: `No ${things} yet` })).toBeVisible();
    await expect(page.getByText(/End users start|when an end user/)).toBeVisible();
    await expectNoFindings(page, name, 'Migrations');
  });
  await goTo(page, '/link-tokens');
  await expect(page.getByText('No link token yet.')).toBeVisible();
  await mustCall(page, 'requests', 'clear', {});
  await goTo(page, '/requests');
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
});

test('C10 C11 [fault] (F16) forbidden, failing, offline: each page says it, offers what helps, and keeps its rows', async ({
  console: open,
  standIn,
}) => {
  const { page } = open;
  const problem = page.getByRole('main').getByRole('alert');
  const forbidden = apiError(403, 'scope is missing');
  answerLists(standIn, forbidden);
  await onEveryPage(page, standIn, async ({ begin, path, shows, name }) => {
    await begin?.(page);
    await expect(problem).toContainText(`This key may not list ${path.split('/').at(-1)}`);
    await expect(problem).toContainText('scope is missing');
    await expect(problem.getByRole('button', { name: 'Copy details' })).toBeVisible();
    await expect(problem.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await expectNoFindings(page, name, 'Migrations, all loaded');

    answerLists(standIn, apiError(503, 'upstream is busy'));
    await page.keyboard.press('F5');
    await expect(problem).toContainText('The service failed three times');
    await expect(problem).toContainText(`GET ${path}`);
    await expect(problem).toContainText('upstream is busy');
    await expect(problem.getByRole('button', { name: 'Copy details' })).toBeVisible();
    await expectNoFindings(page, name, 'Migrations');
    if (!begin) await expectStaysWhileRetried(page, standIn);
    answerLists(standIn, some(3));
    await pressUntilGone(problem, 'Retry');
    await shows(page, 3);

    answerLists(standIn, (request) => void request.socket.destroy());
    await page.keyboard.press('F5');
    const old = page.getByRole('status').filter({ hasText: 'No connection to the service.' });
    await expect(old).toContainText(/Rows are from \d\d:\d\d\./);
    await shows(page, 3);
    if (name !== 'Overview') await expect(page.locator('.freshness.stale')).toContainText('old');
    await expectNoFindings(page, name, 'Overview', 'Companies, all loaded');
    answerLists(standIn, some(4));
    await pressUntilGone(old, 'Try now');
    await shows(page, 4);
    answerLists(standIn, forbidden);
  });
});

test('C42 [fault] (F5) a refused key: one banner on every page, nothing more is sent, and after the new key all is read again', async ({
  console: open,
  standIn,
}) => {
  const { page } = open;
  answerLists(standIn, some(3));
  await useProfile(page, standIn.url);
  for (const { route, begin, shows } of readingPages) {
    await goTo(page, route);
    await begin?.(page);
    await shows(page, 3);
  }
  await goTo(page, '/migrations');
  const row = new TablePage(page, 'Migrations').rows.nth(1);
  await row.focus();
  standIn.answer('*', apiError(401, 'no'));
  answerLists(standIn, apiError(401, 'no'));
  await page.keyboard.press('F5');
  const banner = page.getByRole('region', { name: 'Key needed' });
  await expect(banner).toContainText('The key ····0000 was not accepted.');
  const field = banner.getByLabel('New API key');
  await expect(field).toBeFocused();
  expect(await findings(page)).toEqual([]);
  const sent = standIn.seen.length;
  const others = opened.map(([route]) => route).filter((route) => !['/settings', '/modal-lab'].includes(route));
  for (const route of [...readingPages.map((reading) => reading.route), ...others]) {
    await goTo(page, route);
    await page.keyboard.press('F5');
    await expect(page.getByText(/was not accepted/)).toHaveCount(route === '/overview' ? 2 : 1);
  }
  for (const { route, shows } of readingPages) {
    await goTo(page, route);
    await shows(page, 3);
  }
  expect(standIn.seen.slice(sent)).toEqual([]);

  standIn.answer('*', some(0));
  answerLists(standIn, some(4));
  await goTo(page, '/migrations');
  await row.focus();
  await page.keyboard.press('F5');
  await field.focus();
  await page.keyboard.type('ferry_test_second_000000001');
  await page.keyboard.press('Enter');
  // There is no keychain here, which is known once it was asked.
  await expect(banner.getByRole('button', { name: 'Keep for this session' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(banner).toHaveCount(0);
  await expect(row).toBeFocused();
  for (const { route, shows } of readingPages) {
    await goTo(page, route);
    await shows(page, 4);
  }
});
