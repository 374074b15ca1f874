import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'typing filters the loaded rows immediately and marks matches, and clearing the field undoes both',
  { tag: ['@C8', '@C32'] },
  async ({ console: open }) => {
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
    await expect(scope).toHaveText(/^\d+ of 250( rows match)?$/);
    await expect(field).toBeFocused();
    await expect(page.getByRole('button', { name: 'Load all 250' })).toHaveCount(0);
    await expect(migrations.rows.first().locator('mark').first()).toHaveText(new RegExp(company.slice(0, 3), 'i'));
    // The sidebar's link to Migrations keeps the search text after a visit to another page.
    await new TablePage(page, 'Companies').open();
    await migrations.open();
    await expect(field).toHaveValue(company.slice(0, 5).toLowerCase());
    await expect(scope).toHaveText(/^\d+ of 250( rows match)?$/);
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('menuitemcheckbox').first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(field).toHaveValue('');
    await expect(migrations.rows).toHaveCount(25);

    // A menu stays open while the list changes from one page to all loaded rows.
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
    for (const text of await migrations.rows.locator('td.col-id').allInnerTexts())
      expect(text).toMatch(/^[0-9a-f]{8}…/);
    await expect(migrations.rows.locator('td.col-id mark')).toHaveCount(0);
    expect(open.pageErrors).toEqual([]);
  },
);
