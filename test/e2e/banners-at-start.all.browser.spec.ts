import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { pushedSinceOpened } from '#test/fixtures/page/layout-shift.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** Replaces the console's state with the result of `change`, and blocks events, which would restore the real state. */
async function changeState(page: Page, change: (state: Record<string, unknown>) => object): Promise<void> {
  await page.route('**/events', () => undefined);
  await page.route('**/calls/console/state', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly value: Record<string, unknown> };
    await route.fulfill({ response, json: { ...reply, value: change(reply.value) } });
  });
}

/** The page waits at most this long for its banners' data. */
const longestMs = 3_000;

/** Removes the page's time limit until disposal, because a busy machine may deliver the banners' code late. */
const skipBannerTimeout = (page: Page) =>
  page.addInitScript((longest) => {
    const own = window.setTimeout.bind(window);
    const patient = (act: TimerHandler, ms?: number, ...more: unknown[]): number =>
      ms === longest ? 0 : own(act, ms, ...more);
    window.setTimeout = patient as typeof window.setTimeout;
  }, longestMs);

const withProfile = (value: Record<string, unknown>, facts: object): object => ({
  ...value,
  profile: { ...(value['profile'] as object), ...facts },
});

const key = { storage: 'session', lastFour: '0000', prefix: null, storedAt: '2026-08-01T00:00:00.000Z' };

/** Every banner above the first page: its name, its text, and how to cause it. */
const banners: readonly (readonly [name: string, words: RegExp, arrange: (page: Page) => Promise<unknown>])[] = [
  ['the Sandbox', /You are looking at the built-in Sandbox/, () => Promise.resolve()],
  [
    'damaged settings',
    /Settings damaged/,
    (page) =>
      changeState(page, (value) => ({
        ...value,
        settingsNotice: { kind: 'damaged', backupAt: null, keptAs: null },
      })),
  ],
  [
    'a crash of the console',
    /The console crashed/,
    (page) => changeState(page, (value) => ({ ...value, crash: { at: '2026-08-01T00:00:00.000Z', process: 'data' } })),
  ],
  [
    "a crash of a lab's page",
    /The modal lab's page crashed/,
    (page) => changeState(page, (value) => ({ ...value, crash: { at: '2026-08-01T00:00:00.000Z', process: 'lab' } })),
  ],
  [
    'settings of a newer console',
    /These settings are from a newer version/,
    (page) =>
      changeState(page, (value) => ({ ...value, settingsNotice: { kind: 'newer', version: 99, keptAs: '/kept' } })),
  ],
  [
    'unreadable settings',
    /Settings can't be read/,
    (page) =>
      changeState(page, (value) => ({ ...value, settingsNotice: { kind: 'unreadable', detail: 'No right to read.' } })),
  ],
  [
    'a missing key',
    /has no key yet/,
    (page) => changeState(page, (value) => withProfile(value, { builtIn: false, key: null })),
  ],
  [
    'an old key',
    /The key is 88 days old/,
    (page) =>
      changeState(page, (value) => withProfile(value, { key: { ...key, refused: false, age: 'remind', ageDays: 88 } })),
  ],
  [
    'a rejected key',
    /was rejected/,
    (page) =>
      changeState(page, (value) =>
        withProfile(value, { builtIn: false, key: { ...key, refused: true, age: 'fresh', ageDays: 1 } }),
      ),
  ],
  [
    'a changed Sandbox',
    /Sandbox changes: .*clock 1 h ahead/,
    (page) => mustCall(page, 'sandbox', 'advanceClock', { seconds: 3_600 }),
  ],
];

for (const [name, words, arrange] of banners) {
  test(
    `the banner about ${name} shows from the first frame, even if its code and data arrive late`,
    { tag: '@C32' },
    async ({ console: { page } }) => {
      const migrations = new TablePage(page, 'Migrations');
      await expect(migrations.rows).toHaveCount(25);
      await arrange(page);
      const script = await skipBannerTimeout(page);
      // If the page didn't wait for the banner, the rows would appear first.
      const listed = page.waitForEvent('requestfinished', (request) =>
        request.url().endsWith('/calls/migrations/list'),
      );
      for (const late of ['**/assets/banners-*.js', '**/calls/sandbox/state'])
        await page.route(late, async (route) => {
          await listed;
          await route.fallback();
        });
      await page.reload();
      await script.dispose();
      await expect(migrations.rows).toHaveCount(25);
      await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
      expect(await pushedSinceOpened(page)).toEqual([]);
    },
  );
}

test(
  'the first frame after a restart says that the Sandbox’s clock is ahead',
  { tag: '@C32' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await mustCall(page, 'sandbox', 'advanceClock', { seconds: 3_600 });
    await page.reload();
    const strip = page.getByRole('region', { name: 'Changed in the Sandbox' });
    await expect(strip).toContainText('clock 1 h ahead');
    const isAhead = async () =>
      (await mustCall<{ preferences: { sandboxAhead: boolean } }>(page, 'settings', 'get', {})).preferences
        .sandboxAhead;
    await expect.poll(isAhead).toBe(true);
    const script = await skipBannerTimeout(page);
    // Makes the console look as at its start, before the service has answered.
    await changeState(page, (value) => ({ ...value, connection: { state: 'starting', latencyMs: null, at: null } }));
    const pendingRequest = page.waitForRequest('**/calls/sandbox/state');
    let continueLoading: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (continueLoading = resolve));
    await page.route('**/calls/sandbox/state', async (route) => {
      await released;
      await route.fallback();
    });
    await page.reload();
    await script.dispose();
    await pendingRequest;
    await expect(migrations.table).toHaveCount(0);
    continueLoading();
    await expect(strip).toContainText('clock 1 h ahead');
    await expect(migrations.rows).toHaveCount(25);
    expect(await pushedSinceOpened(page)).toEqual([]);
    await strip.getByRole('button', { name: 'Back to normal' }).click();
    await expect.poll(isAhead).toBe(false);
  },
);

test(
  'banners appear without a reload if their code arrives late',
  { tag: ['@C32', '@F25'] },
  async ({ console: { page } }) => {
    let refused = 0;
    await page.route('**/assets/banners-*.js', (route) => {
      refused += 1;
      return route.abort();
    });
    await page.reload();
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    expect(refused).toBeGreaterThan(0);
    const banner = page.getByRole('main').getByText('You are looking at the built-in Sandbox');
    await expect(banner).toHaveCount(0);
    await page.unroute('**/assets/banners-*.js');
    await expect(banner).toBeVisible();
  },
);
