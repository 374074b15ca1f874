import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';
import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const statuses = ['FAILED', 'WORKING', 'COMPLETE', 'COMPLETE', 'REVERTING'];
const results = statuses.map((status, index) => migrationOf(index + 1, { status }));
const companies = ['Łódzkie Meble', 'Halden Logistics', 'Tern & Tide'].map((name, index) => ({
  ...migrationOf(index + 1),
  provider_company_name: name,
  source_provider: index === 0 ? 'Tallyroom' : 'Ledgerline',
}));

test.beforeEach(({ standIn }) => {
  // Too many rows to load automatically: these filters apply to one page.
  standIn.answer('/api/v1/migrations', { body: { results, page: { size: 25, total: 9_005 } } });
  standIn.answer('/api/v1/companies', { body: { results: companies, page: { size: 25, total: 3 } } });
});

test.use({ shared: true });

async function show(page: Page, standIn: StandInService, name: 'Migrations' | 'Companies'): Promise<TablePage> {
  await useProfile(page, standIn.url);
  const table = new TablePage(page, name);
  await table.open();
  await expect(table.rows).toHaveCount(name === 'Migrations' ? 5 : 3);
  return table;
}

test(
  'status filters work by keyboard: for this page only, in the route, cleared one by one or together',
  { tag: '@C32' },
  async ({ console: open, standIn }) => {
    const { page } = open;
    const migrations = await show(page, standIn, 'Migrations');
    await page.getByRole('button', { name: 'Status', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Complete' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Complete' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(migrations.rows).toHaveCount(3);
    await expect(page.getByRole('status').filter({ hasText: '3 of 5 on this page match' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Status 2 of 4' })).toBeFocused();

    await page.reload();
    await expect(migrations.rows).toHaveCount(3);
    await page.getByRole('button', { name: /^Started by/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'person-1@example.com' }).click();
    await page.keyboard.press('Escape');
    await expect(migrations.rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear Status' }).click();
    await expect(migrations.rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear Started by' }).click();
    await expect(migrations.rows).toHaveCount(5);
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'without a match, the page says how many rows the filters searched',
  { tag: '@C32' },
  async ({ console: open, standIn }) => {
    const { page } = open;
    const migrations = await show(page, standIn, 'Migrations');
    await page.getByRole('button', { name: 'Created', exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'None of these 5 rows match' })).toBeVisible();
    await expect(page.getByText("9,000 migrations weren't searched.")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(migrations.rows).toHaveCount(5);
  },
);

test('companies by name, id and provider, on this page', { tag: '@C32' }, async ({ console: open, standIn }) => {
  const { page } = open;
  const table = await show(page, standIn, 'Companies');
  await page.keyboard.press('/');
  await page.keyboard.type('hald');
  await expect(table.rows).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(table.rows).toHaveCount(3);
  await page.keyboard.type('0003');
  await expect(table.rows).toHaveCount(1);
  await page.reload();
  await expect(table.rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Provider' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tallyroom' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'None of these 3 rows match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(table.rows).toHaveCount(3);
});
