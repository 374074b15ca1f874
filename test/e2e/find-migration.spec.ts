import { expect, test } from '#test/fixtures/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test('C8 find by id: checked while typing, found by Enter, not found said clearly', async ({ console: open }) => {
  const { page } = open;
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25, { timeout: 20_000 });
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
});
