import type { Locator } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';
import { writtenLines } from '#test/fixtures/console/written-lines.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const region = (migrations: TablePage): Locator => migrations.drawer.getByRole('region', { name: 'What was copied' });

interface Listed {
  readonly rows: readonly { readonly value?: { readonly id: string; readonly status: string } }[];
}

/** The Sandbox's newest migration with this status. */
const newestWith = async ({ page }: OpenConsole, status: string): Promise<string> => {
  for (const number of [1, 2, 3]) {
    const { rows } = await mustCall<Listed>(page, 'migrations', 'list', { page: number, pageSize: 100 });
    const foundRow = rows.find(({ value }) => value?.status === status);
    if (foundRow?.value) return foundRow.value.id;
  }
  throw new Error(`no ${status}`);
};

test(
  'the copy report works by keyboard, with counts by collection, failed items, and an export of all items',
  { tag: '@W14' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const id = await newestWith(open, 'COMPLETED_WITH_FAILURES');
    await goTo(page, `/migrations?open=${id}`);
    const report = region(migrations);
    await expect(report.getByRole('columnheader')).toHaveText(['Collection', 'Copied', 'Skipped', 'Failed']);
    await expect(report.getByRole('row', { name: /^Attachments/ })).toContainText('14 failed: too large.');
    await expect(report.getByRole('row', { name: /^Company/ }).getByRole('cell')).toHaveText(['1', '0', '0']);
    await expect(report).toContainText('Simulated copy: no data left the service.');
    expect(await findings(page)).toEqual([]);

    await report.getByRole('button', { name: 'Show the 14 items that were not copied' }).focus();
    await page.keyboard.press('Enter');
    const items = report.getByRole('list', { name: 'Items that were not copied' });
    await expect(items.getByRole('listitem')).toHaveCount(14);
    await expect(items.getByRole('listitem').first()).toContainText('Attachments, failed: too large');
    await expect(report.getByRole('status')).toHaveText('');
    expect(await findings(page)).toEqual([]);

    const [, all = ''] = /of ([\d,]+) items/.exec((await report.textContent()) ?? '') ?? [];
    const lines = await writtenLines(open, async () => {
      await report.getByRole('button', { name: 'Export report' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'CSV, for spreadsheets' })).toBeFocused();
      await expect(page.getByRole('menuitem')).toHaveText(['CSV, for spreadsheets', 'JSON Lines, for programs']);
      await page.keyboard.press('Enter');
      await expect(page.locator('.toast-region')).toContainText(`Exported ${all} items to`);
    });
    expect(lines).toHaveLength(Number(all.replaceAll(',', '')) + 1);
    expect(lines.filter((line) => line.includes('"failed","too_large"'))).toHaveLength(14);
  },
);

test(
  'the attention queue says how many items of a copy failed, and why',
  { tag: '@W14' },
  async ({ console: { page } }) => {
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    await goTo(page, '/overview');
    await page
      .getByText(/^Completed with failures/)
      .first()
      .click();
    await expect(page.getByText(/^14 of [\d,]+ items failed: too large$/).first()).toBeVisible();
  },
);

test(
  'support creates and copies a link that retries the failed items of a real copy',
  { tag: ['@W14', '@S27'] },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const id = await newestWith(open, 'COMPLETED_WITH_FAILURES');
    // The Sandbox has practice copies only.
    await page.route('**/calls/reports/get', async (route) => {
      const response = await route.fetch();
      const outcome = (await response.json()) as { value: { report: object } };
      const report = { ...outcome.value.report, is_practice: false, retry_of: id };
      const value = { ...outcome.value, report, canRetry: true, hasReceipt: true };
      await route.fulfill({ response, json: { ...outcome, value } });
    });
    const link = { url: 'https://api.ferry.example/start#Jd9Mf2Gs7', user_id: 'ada@example.com' };
    const value = { ...link, expires: '2036-11-27T12:00:00.000Z' };
    await page.route('**/calls/reports/retryLink', (route) => route.fulfill({ json: { ok: true, value } }));
    await goTo(page, `/migrations?open=${id}`);
    const report = region(migrations);
    await expect(report).toContainText(`Retry of the failed items of ${id}.`);
    await report.getByRole('button', { name: 'Retry failed items' }).focus();
    await page.keyboard.press('Enter');
    await expect(report.getByRole('status').last()).toContainText('Send the link to ada@example.com, who must sign in');
    await expect(report.getByRole('button', { name: /^Copy link/ })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await report.getByRole('button', { name: 'Export report' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').last()).toHaveText('Signed receipt, for ferry-verify');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: test.info().outputPath(`retry ${colorScheme}.png`) });
    }
  },
);
