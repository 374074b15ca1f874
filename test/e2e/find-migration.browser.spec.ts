import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test('C8 find by id: checked while typing, found by Enter, not found said clearly', async ({ console: open }) => {
  const { page } = open;
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  const id = (await migrations.rows.nth(6).getAttribute('data-row-id')) ?? '';
  await page.keyboard.press('/');
  const field = page
    .getByRole('searchbox', { name: 'Find by migration id' })
    .or(page.getByRole('textbox', { name: 'Find by migration id' }));
  await expect(field).toBeFocused();
  await field.fill('8f3c1d0');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A migration id has 36 characters, this has 7.')).toBeVisible();
  await field.fill(id);
  await page.keyboard.press('Enter');
  await expect(migrations.drawer).toContainText(id);
  await field.fill('00000000-0000-4000-8000-000000000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/No migration has this id in Sandbox/)).toBeVisible();

  // Two lines from a spreadsheet stay two ids, hide no row, and are told.
  await field.fill('');
  await expect(migrations.rows).toHaveCount(25);
  const second = (await migrations.rows.nth(7).getAttribute('data-row-id')) ?? '';
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `${id}\n${second}\n`);
  await expect(field).toHaveValue(`${id} ${second}`);
  await expect(page.getByText('These are 2 ids: Enter looks them up as a list.')).toBeVisible();
  await expect(migrations.rows).toHaveCount(25);
  await expect(page).not.toHaveURL(/text=/);
  await field.press('Enter');
  await expect(page).toHaveURL(/migrations\/ids/);
  await expect(page.getByRole('row').filter({ hasText: second.slice(0, 8) })).toBeVisible();
  expect(open.pageErrors).toEqual([]);
});

test('C8 C14 after find, Enter, Next and Esc the cursor is the row that was last looked at, and nothing turns', async ({
  console: open,
}) => {
  const { page } = open;
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  await new LoadedPage(page, 'Migrations').untilComplete();
  await keepCopies(page);
  await page.keyboard.press('/');
  await page.keyboard.type('@');
  await page.keyboard.press('Enter');
  await expect(migrations.drawer).toBeVisible();
  await expect(page.locator('.find .turning')).toHaveCount(0);
  const first = (await migrations.table.locator('tr[aria-current="true"]').getAttribute('data-row-id')) ?? '';
  await migrations.drawer.getByRole('button', { name: 'Next migration' }).click();
  await expect(migrations.drawer).not.toContainText(first);
  const last = (await migrations.table.locator('tr[aria-current="true"]').getAttribute('data-row-id')) ?? '';
  await page.keyboard.press('Escape');
  await expect(migrations.drawer).toHaveCount(0);
  await page.keyboard.press('c');
  await expect.poll(() => copiedText(page)).toBe(last);
  expect(open.pageErrors).toEqual([]);
});

test('C8 C32 what is typed narrows the loaded rows at once, is marked in them, and goes with the field', async ({
  console: open,
}) => {
  const { page } = open;
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  await new LoadedPage(page, 'Migrations').untilComplete();
  const row = migrations.rows.filter({ has: page.locator('.col-company bdi') }).first();
  const company = (await row.locator('.col-company').innerText()).trim();
  const id = (await row.getAttribute('data-row-id')) ?? '';
  const field = page.getByRole('textbox', { name: 'Find by migration id' });
  const scope = page.locator('.filter-scope');

  await page.keyboard.press('/');
  await page.keyboard.type(company.slice(0, 5).toLowerCase());
  await expect(scope).toHaveText(/^\d+ of 250( match, all loaded)?$/);
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'Load all 250' })).toHaveCount(0);
  await expect(migrations.rows.first().locator('mark').first()).toHaveText(new RegExp(company.slice(0, 3), 'i'));
  // Another page and back: the link keeps the view, and the field shows what narrows it.
  await new TablePage(page, 'Companies').open();
  await migrations.open();
  await expect(field).toHaveValue(company.slice(0, 5).toLowerCase());
  await expect(scope).toHaveText(/^\d+ of 250( match, all loaded)?$/);
  await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('menuitemcheckbox').first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(field).toHaveValue('');
  await expect(migrations.rows).toHaveCount(25);

  // A menu stays open while the rows under it change from a page to all that are loaded.
  await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('menuitemcheckbox').nth(0).click();
  await page.getByRole('menuitemcheckbox').nth(1).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Status 2 of/ })).toBeFocused();
  await page.getByRole('button', { name: 'Clear Status' }).click();

  for (const typed of [`ferry://migrations/${id}`, `"${id.toUpperCase()}",`, id.replaceAll('-', ' ')]) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(migrations.drawer).toContainText(id);
    await expect(field).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(migrations.drawer).toHaveCount(0);
  }
  const { rows } = await mustCall<{ rows: { companyId: string | null }[] }>(page, 'loaded', 'window', {
    resource: 'migrations',
    query: { search: id },
    offset: 0,
    limit: 1,
  });
  await field.fill(rows[0]?.companyId ?? 'none');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Company ${company}` })).toBeVisible();
  await field.fill('ada');
  for (const text of await migrations.rows.locator('td.col-id').allInnerTexts()) expect(text).toMatch(/^[0-9a-f]{8}…/);
  await expect(migrations.rows.locator('td.col-id mark')).toHaveCount(0);
  expect(open.pageErrors).toEqual([]);
});
