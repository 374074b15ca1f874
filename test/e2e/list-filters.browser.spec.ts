import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { servePages } from '#test/fixtures/service/paged-service.ts';
import { migrationOf, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const statuses = ['FAILED', 'WORKING', 'COMPLETE', 'COMPLETE', 'REVERTING'];
const results = statuses.map((status, index) => migrationOf(index + 1, { status }));
const companies = ['Łódzkie Meble', 'Halden Logistics', 'Tern & Tide'].map((name, index) => ({
  ...migrationOf(index + 1),
  provider_company_name: name,
  source_provider: index === 0 ? 'Tallyroom' : 'Ledgerline',
}));

test.use({ shared: true });

async function show(page: Page, fakeService: FakeService, name: 'Migrations' | 'Companies'): Promise<TablePage> {
  fakeService.answer('/api/v1/migrations', { body: { results, page: { size: 25, total: 5 } } });
  fakeService.answer('/api/v1/companies', { body: { results: companies, page: { size: 25, total: 3 } } });
  await useProfile(page, fakeService.url);
  const table = new TablePage(page, name);
  await table.open();
  await expect(table.rows).toHaveCount(name === 'Migrations' ? 5 : 3);
  return table;
}

test(
  'status filters work by keyboard, are part of the route, and are cleared one by one or together',
  { tag: '@C32' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const migrations = await show(page, fakeService, 'Migrations');
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Search status' })).toBeFocused();
    await page.keyboard.type('compl');
    await expect(page.getByRole('menuitemcheckbox')).toHaveText([/^Complete/]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await expect(page.getByRole('menuitemcheckbox')).toHaveCount(4);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Complete' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Complete' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(migrations.rows).toHaveCount(3);
    await expect(page.locator('.filter-scope')).toHaveText(/^3 of 5( rows match)?$/);
    await expect(page.getByRole('button', { name: 'Status 2 of 4' })).toBeFocused();

    await page.reload();
    await expect(migrations.rows).toHaveCount(3);
    await page
      .getByRole('toolbar', { name: 'Filters' })
      .getByRole('button', { name: /^Started by/ })
      .click();
    await page.getByRole('menuitemcheckbox', { name: 'person-1@example.com' }).click();
    await page.keyboard.press('Escape');
    await expect(migrations.rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear Status' }).click();
    await expect(migrations.rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear Started by' }).click();
    await expect(migrations.rows).toHaveCount(5);
    await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'above 5,000 rows, one button offers to load them for a search, a sort or a filter',
  { tag: '@C32' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    servePages(fakeService, 5_001);
    await useProfile(page, fakeService.url);
    const pages = new TablePage(page, 'Migrations');
    await expect(pages.rows).toHaveCount(25);
    const offer = page.getByRole('heading', { name: 'Load all 5,001 migrations to search, sort and group them' });
    await pages.table.getByRole('button', { name: 'Created' }).click();
    await expect(offer).toBeVisible();
    await page.getByRole('button', { name: 'Show pages' }).click();
    await expect(pages.rows).toHaveCount(25);
    await page.keyboard.press('/');
    await page.keyboard.type('person-7@');
    await expect(offer).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true }).click();
    await expect(page.getByText('Status: load rows to see values')).toBeVisible();
    await page.getByRole('menuitem', { name: 'Load all 5,001' }).click();
    await expect(new LoadedPage(page, 'Migrations').rows).toHaveCount(1);
    await expect(page.locator('.filter-scope')).toHaveText(/^1 of 5,001( rows match)?$/);
  },
);

test(
  'the filter and the column of last changes include a status that changed while the console ran',
  { tag: '@C32' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const old = results.map((row) => ({ ...row, created: '2025-01-02T03:04:05.000Z' }));
    const answer = (rows: readonly unknown[]): void =>
      fakeService.answer('/api/v1/migrations', { body: { results: rows, page: { size: 25, total: 5 } } });
    answer(old);
    await useProfile(page, fakeService.url);
    const migrations = new TablePage(page, 'Migrations');
    await migrations.open();
    await expect(migrations.rows).toHaveCount(5);
    answer(old.map((row, index) => (index === 1 ? { ...row, status: 'FAILED' } : row)));
    await page.keyboard.press('F5');
    await expect(migrations.rows.nth(1)).toContainText('Failed');
    await page.getByRole('button', { name: 'Columns and row height' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Last changed' }).click();
    await page.keyboard.press('Escape');
    await migrations.table.getByRole('button', { name: 'Last changed' }).click();
    await migrations.table.getByRole('button', { name: 'Last changed' }).click();
    await expect(migrations.rows.first()).toContainText('…0002');
    const filters = page.getByRole('toolbar', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Changed', exact: true }).click();
    await page.getByRole('radio', { name: 'Since yesterday' }).check({ force: true });
    await page.keyboard.press('Escape');
    await expect(page.locator('.filter-scope')).toHaveText(/^1 of 5( rows match)?$/);
    await page.reload();
    await expect(migrations.rows).toHaveCount(1);
    await expect(filters.getByRole('button', { name: 'Changed since yesterday', exact: true })).toBeVisible();
  },
);

test('companies are found by name, ID and provider', { tag: '@C32' }, async ({ console: open, fakeService }) => {
  const { page } = open;
  const table = await show(page, fakeService, 'Companies');
  await page.keyboard.press('/');
  await page.keyboard.type('hald');
  await expect(table.rows).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(table.rows).toHaveCount(3);
  await page.keyboard.type('0003');
  await expect(table.rows).toHaveCount(1);
  await page.reload();
  await expect(table.rows).toHaveCount(1);
  await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Provider' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Ledgerline' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Find by name or ID' }).fill('nothing');
  await expect(page.getByRole('heading', { name: 'None of the 3 loaded rows match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(table.rows).toHaveCount(3);
});
