import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { pushedSinceOpened } from '#test/fixtures/page/layout-shift.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** Answers with the console's state, but for what `change` makes of it; its events, which have the true one, do not come. */
async function changeState(page: Page, change: (state: Record<string, unknown>) => object): Promise<void> {
  await page.route('**/events', () => undefined);
  await page.route('**/calls/console/state', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly value: Record<string, unknown> };
    await route.fulfill({ response, json: { ...reply, value: change(reply.value) } });
  });
}

const withProfile = (value: Record<string, unknown>, facts: object): object => ({
  ...value,
  profile: { ...(value['profile'] as object), ...facts },
});

const key = { storage: 'session', lastFour: '0000', prefix: null, storedAt: '2026-08-01T00:00:00.000Z' };

/** Every banner that can stand above the first page, how it comes to be there, and what it says. */
const banners: readonly (readonly [name: string, words: RegExp, arrange: (page: Page) => Promise<unknown>])[] = [
  ['the Sandbox', /You are looking at the built-in Sandbox/, () => Promise.resolve()],
  [
    'damaged settings',
    /Settings were damaged/,
    (page) =>
      changeState(page, (value) => ({
        ...value,
        settingsNotice: { kind: 'damaged', backupAt: null, keptAs: null },
      })),
  ],
  [
    'an old key',
    /The key is 88 days old/,
    (page) =>
      changeState(page, (value) => withProfile(value, { key: { ...key, refused: false, age: 'remind', ageDays: 88 } })),
  ],
  [
    'a refused key',
    /was not accepted/,
    (page) =>
      changeState(page, (value) =>
        withProfile(value, { builtIn: false, key: { ...key, refused: true, age: 'fresh', ageDays: 1 } }),
      ),
  ],
  [
    'a changed Sandbox',
    /Changed here: .*clock 1 h ahead/,
    (page) => mustCall(page, 'sandbox', 'advanceClock', { seconds: 3_600 }),
  ],
];

for (const [name, words, arrange] of banners) {
  test(`C32 ${name} is told above the page from its first frame on, however late its code and its facts come`, async ({
    console: { page },
  }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await arrange(page);
    // The rows have come before.
    const listed = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/calls/migrations/list'));
    for (const late of ['**/assets/banners-*.js', '**/calls/sandbox/state'])
      await page.route(late, async (route) => {
        await listed;
        await route.fallback();
      });
    await page.reload();
    await expect(migrations.rows).toHaveCount(25);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    expect(await pushedSinceOpened(page)).toEqual([]);
  });
}
