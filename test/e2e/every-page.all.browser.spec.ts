import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { shifts, watchShifts } from '#test/fixtures/page/layout-shift.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { type Answer, migrationOf, type FakeService } from '#test/fixtures/service/fake-service.ts';
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
  // Automatic reads would consume the test's replies.
  await mustCall(open.page, 'settings', 'change', { loadAllBySelf: false });
});

const answerLists = (fakeService: FakeService, answer: Answer): void => {
  for (const path of lists) fakeService.answer(path, answer);
};

/** Opens each page with a new profile, so that no earlier state remains. */
async function onEveryPage(
  page: Page,
  fakeService: FakeService,
  work: (reading: ReadingPage) => Promise<void>,
): Promise<void> {
  for (const reading of readingPages) {
    await test.step(reading.name, async () => {
      await goTo(page, '/settings');
      await useProfile(page, fakeService.url, reading.name);
      await goTo(page, reading.route);
      await work(reading);
    });
  }
}

/** Checks only these pages with axe, because the same components draw each state on all pages. */
async function expectNoFindings(page: Page, name: string, ...on: readonly string[]): Promise<void> {
  if (on.includes(name)) expect(await findings(page)).toEqual([]);
}

/** Allows a button that appears at the right end of a header, but no row that moves. */
async function expectNoMovement(page: Page): Promise<void> {
  const { sum, moved } = await shifts(page);
  expect(sum, moved.join(', ')).toBeLessThan(0.01);
}

/** Each route, with an element that appears once the page has its data. */
const opened: readonly (readonly [string, (page: Page) => ReturnType<Page['locator']>])[] = [
  ['/overview', (page) => page.getByRole('table', { name: 'Migrations by status' })],
  ['/companies', (page) => page.getByText('Rows 1–25 of 40')],
  ['/migrations', (page) => page.getByText('Rows 1–25 of 250')],
  ['/link-tokens', (page) => page.getByRole('button', { name: 'Create a link token' })],
  ['/link-tokens?tab=token-lab', (page) => page.getByRole('button', { name: 'Run all' })],
  ['/sandbox', (page) => page.getByRole('button', { name: 'Reset data' })],
  ['/requests', (page) => page.getByRole('table', { name: 'Requests' })],
  ['/settings', (page) => page.getByRole('heading', { name: 'Sandbox', exact: true })],
  ['/modal-lab', (page) => page.getByText('Listening for events')],
];

test(
  'each page shows placeholders while it loads, and nothing moves when the rows arrive',
  { tag: '@C10' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    // Loads all rows first: the banner of a long load pushes the rows down.
    await mustCall(page, 'loaded', 'start', { resource: 'migrations' });
    await new LoadedPage(page, 'Migrations').untilComplete();
    // Reloads to remove the banner of the finished load before the test measures movement.
    await page.reload();
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    // New requests would move the rows of the request log.
    await mustCall(page, 'requests', 'pause', { paused: true });
    for (const [route, there] of opened) {
      await test.step(`${route} opens`, async () => {
        await watchShifts(page);
        await goTo(page, route);
        await there(page).waitFor();
        await expectNoMovement(page);
      });
    }
    const pendingReplies: (() => void)[] = [];
    const release = () => {
      for (const send of pendingReplies.splice(0)) send();
    };
    answerLists(fakeService, (request, reply) => {
      const send = () => reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(listOf(3)));
      // Before it loads all rows, the console requests a single row to learn the total.
      if (new URL(request.url ?? '', fakeService.url).searchParams.get('page_size') === '1') send();
      else pendingReplies.push(send);
    });
    await onEveryPage(page, fakeService, async ({ shows, name }) => {
      await page.locator('.skeleton-rows').first().waitFor();
      // A load whose replies are delayed counts as long, so its banner appears above the rows.
      if (name.includes('all loaded')) await page.getByRole('region', { name: 'Loading all' }).waitFor();
      await expectNoFindings(page, name, 'Overview', 'Companies, all loaded');
      await watchShifts(page);
      release();
      await shows(page, 3);
      await expectNoMovement(page);
      release();
    });
  },
);

test(
  'axe finds nothing in a list that is empty, forbidden, failing, offline or has a rejected key, in either theme',
  { tag: '@C21' },
  async ({ console: { page }, fakeService }) => {
    const problem = page.getByRole('main').getByRole('alert');
    await onEveryPage(page, fakeService, async ({ path, shows }) => {
      answerLists(fakeService, some(0));
      await expect(page.getByRole('heading', { name: /^No (migrations|companies) yet$/ })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      answerLists(fakeService, apiError(403, 'scope is missing'));
      await page.keyboard.press('F5');
      await expect(page.getByRole('main')).toContainText(`This key can't list ${path.split('/').at(-1)}`);
      expect(await findings(page)).toEqual([]);
      answerLists(fakeService, apiError(503, 'upstream is busy'));
      await page.keyboard.press('F5');
      await expect(page.getByRole('main')).toContainText(/The service failed (three|6) times/);
      expect(await findings(page)).toEqual([]);
      answerLists(fakeService, some(3));
      await page.keyboard.press('F5');
      await shows(page, 3);
      answerLists(fakeService, (request) => void request.socket.destroy());
      await page.keyboard.press('F5');
      await expect(page.getByRole('status').filter({ hasText: 'No connection to the service.' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await expect(problem).toHaveCount(0);
    });
    answerLists(fakeService, some(3));
    await useProfile(page, fakeService.url, 'Refused');
    await goTo(page, '/migrations');
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(3);
    for (const answer of ['*', ...lists]) fakeService.answer(answer, apiError(401, 'no'));
    await page.keyboard.press('F5');
    await expect(page.getByRole('region', { name: 'Key needed' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  },
);
