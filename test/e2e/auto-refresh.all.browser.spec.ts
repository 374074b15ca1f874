import type { Page } from '@playwright/test';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const path = '/api/v1/migrations';
const bodyOf = (results: readonly unknown[]) => ({ body: { results, page: { size: 25, total: results.length } } });
const before = [migrationOf(2, { status: 'WORKING' }), migrationOf(3), migrationOf(4)];

test.beforeEach(({ fakeService }) => fakeService.answer(path, bodyOf(before)));

test.use({ shared: true });

async function show(page: Page, fakeService: FakeService): Promise<TablePage> {
  await useProfile(page, fakeService.url);
  const migrations = new TablePage(page, 'Migrations');
  await migrations.open();
  await expect(migrations.rows).toHaveCount(3);
  return migrations;
}

/** Opens the menu next to Refresh with the keyboard; the focus starts on the current choice. */
async function chooseRhythm(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: /^Auto-refresh/ }).focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitemradio');
  await expect(items.first()).toHaveText('Off');
  await expect(items.first()).toBeFocused();
  const place = (await items.allInnerTexts()).indexOf(choice);
  for (let step = 1; step <= place; step += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(step)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Auto-refresh ${choice.toLowerCase()}` })).toBeVisible();
}

test(
  'an automatic refresh marks changed rows and keeps an open row open',
  { tag: '@C36' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const migrations = await show(page, fakeService);
    const workingLocator = migrations.table.locator(`[data-row-id="${migrationOf(2).id}"]`);
    await migrations.rows.nth(1).click();
    await expect(migrations.drawer).toContainText(migrationOf(3).id);
    await chooseRhythm(page, 'Every 10 s');
    await expect(page.locator('.refresh-ring')).toBeVisible();
    fakeService.answer(path, bodyOf([migrationOf(1), { ...before[0], status: 'FAILED' }, ...before.slice(1)]));

    await expect(migrations.rows).toHaveCount(4);
    await expect(workingLocator).toContainText('Failed');
    await expect(workingLocator).toContainText('Changed at the last refresh');
    await expect(migrations.rows.first()).toContainText('New at the last refresh');
    await expect(page.getByText('1 row changed, 1 new.')).toBeAttached();
    await expect(migrations.drawer).toContainText(migrationOf(3).id);
    await expect(migrations.rows.nth(2)).toHaveAttribute('aria-current', 'true');

    await page.keyboard.press('F5');
    await expect(page.locator('.row-mark')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Auto-refresh every 10 s' })).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'a hidden page pauses refreshing, and a rejected key stops it',
  { tag: '@C36' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await show(page, fakeService);
    await chooseRhythm(page, 'Every 60 s');
    const ring = page.locator('.refresh-ring');
    await expect(ring).toBeVisible();
    const setVisibility = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await setVisibility('hidden');
    await expect(ring).toHaveCount(0);
    await setVisibility('visible');
    await expect(ring).toBeVisible();
    fakeService.answer(path, { status: 401, body: { type: 'api_error', message: 'The key is not accepted.' } });
    await page.keyboard.press('F5');
    await expect(page.getByText(/was rejected/).first()).toBeVisible();
    await expect(ring).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Auto-refresh every 60 s, paused' })).toHaveText('Paused');
  },
);
