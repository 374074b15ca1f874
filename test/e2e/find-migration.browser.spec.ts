import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'Find checks the ID while the user types, Enter opens it, and an unknown ID has a clear message',
  { tag: '@C8' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    const ids = await migrations.ids('Rows 1–25 of 250');
    const [id = 'no seventh row', second = 'no eighth row'] = ids.slice(6);
    await page.keyboard.press('/');
    const field = page
      .getByRole('searchbox', { name: 'Find by migration id' })
      .or(page.getByRole('textbox', { name: 'Find by migration id' }));
    await expect(field).toBeFocused();
    await field.fill('8f3c1d0');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A migration ID has 36 characters, but this ID has 7.')).toBeVisible();
    await field.fill(id);
    await page.keyboard.press('Enter');
    await expect(migrations.drawer).toContainText(id);
    await field.fill('00000000-0000-4000-8000-000000000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/No migration with this ID in Sandbox/)).toBeVisible();

    // A paste of two spreadsheet lines counts as two IDs, so it doesn't filter the rows.
    await field.fill('');
    await expect(migrations.rows).toHaveCount(25);
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `${id}\n${second}\n`);
    await expect(field).toHaveValue(`${id} ${second}`);
    await expect(page.getByText('2 IDs. Press Enter to look them up.')).toBeVisible();
    await expect(migrations.rows).toHaveCount(25);
    await expect(page).not.toHaveURL(/text=/);
    await field.press('Enter');
    await expect(page).toHaveURL(/migrations\/ids/);
    await expect(page.getByRole('row').filter({ hasText: second.slice(0, 8) })).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'after Find, Enter, Next and Esc the cursor is on the row viewed last, and no spinner remains',
  { tag: ['@C8', '@C14'] },
  async ({ console: open }) => {
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
    await expect(migrations.drawer).toContainText(last);
    await page.keyboard.press('Escape');
    await expect(migrations.drawer).toHaveCount(0);
    await page.keyboard.press('c');
    await expect.poll(() => copiedText(page)).toBe(last);
    expect(open.pageErrors).toEqual([]);
  },
);
