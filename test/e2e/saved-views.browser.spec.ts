import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'a view is saved, opened, renamed, deleted and restored by keyboard, and is listed in the palette',
  { tag: '@C38' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await page.evaluate(() => (location.hash = '#/migrations?status=%5B%22FAILED%22%5D&size=100'));
    await expect(page).toHaveURL(/size=100/);
    const failedButton = page.getByRole('button', { name: 'Status Failed' });
    await expect(failedButton).toBeVisible();
    const button = page.getByRole('button', { name: 'Saved views' });
    await button.focus();
    await page.keyboard.press('Enter');
    // Built-in views come first.
    await expect(page.getByRole('menuitemradio', { name: 'All migrations' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Save this view…' })).toBeFocused();
    await page.keyboard.press('Enter');
    const save = page.getByRole('dialog', { name: 'Save this view' });
    await expect(save.getByLabel('Name')).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type('Failed ones');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved Failed ones')).toBeVisible();

    await migrations.open();
    await page.getByRole('button', { name: 'Clear Status' }).click();
    await expect(failedButton).toHaveCount(0);
    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.type('failed one');
    await expect(palette.group('Views').getByRole('option', { name: 'Failed ones' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(failedButton).toBeVisible();
    await expect(page).toHaveURL(/size=100/);

    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Failed ones' })).toHaveAttribute('aria-checked', 'true');
    // Keys pressed before the menu has the focus are lost.
    await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const manage = page.getByRole('dialog', { name: 'Manage views' });
    const name = manage.getByLabel('Name of Failed ones');
    await name.fill('All that failed');
    await name.press('Enter');
    await manage.getByRole('button', { name: 'Remove All that failed' }).focus();
    await page.keyboard.press('Enter');
    await expect(manage.getByText('Removed All that failed')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await manage.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect(manage.getByLabel('Name of All that failed')).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);
