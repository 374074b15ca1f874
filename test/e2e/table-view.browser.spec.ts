import { migrationSchema } from '#shared/migration-api/migration.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'columns and row height change by keyboard and are remembered per table',
  { tag: '@C35' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const heightOf = async () => Math.round((await migrations.rows.nth(1).boundingBox())?.height ?? 0);
    expect(await heightOf()).toBe(36);
    await page.getByRole('button', { name: 'Columns and row height' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Company' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const startedBy = page.getByRole('menuitemcheckbox', { name: 'Started by' });
    await expect(startedBy).toHaveAttribute('aria-checked', 'false');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitemradio', { name: 'Relaxed' })).toBeFocused();
    await page.keyboard.press('Enter');
    const head = migrations.table.getByRole('columnheader', { name: 'Started by' });
    await expect(head).toHaveCount(0);
    await expect.poll(heightOf).toBe(44);

    await page.reload();
    await expect(migrations.rows).toHaveCount(25);
    await expect(head).toHaveCount(0);
    await expect.poll(heightOf).toBe(44);
    const companies = new TablePage(page, 'Companies');
    await companies.open();
    await expect(companies.table.getByRole('columnheader', { name: 'Company', exact: true })).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'a row’s menu copies JSON by keyboard, and opens with the right mouse button',
  { tag: '@C15' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await keepCopies(page);
    const id = await migrations.rows.nth(1).getAttribute('data-row-id');
    await migrations.rows.first().focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(async () => migrationSchema.parse(JSON.parse((await copiedText(page)) ?? '{}')).id).toBe(id);
    await expect(page.getByText('Copied the row as JSON')).toBeVisible();
    await expect(migrations.rows.nth(1)).toBeFocused();

    await migrations.rows.nth(3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open' }).click();
    await expect(migrations.drawer).toContainText(
      (await migrations.rows.nth(3).getAttribute('data-row-id')) ?? 'no id',
    );
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'columns that the user resized or reordered by keyboard and mouse stay that way',
  { tag: '@C35' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const head = migrations.table.getByRole('columnheader', { name: 'Started by' });
    const widthOf = async () => Math.round((await head.boundingBox())?.width ?? 0);
    const before = await widthOf();
    const edge = migrations.table.getByRole('separator', { name: 'Width of Started by' });
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(widthOf).toBe(before + 10);
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 10));
    expect(await findings(page)).toEqual([]);
    const box = await edge.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(widthOf).toBe(before - 50);

    await page.getByRole('button', { name: 'Columns and row height' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Arrange columns…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Arrange columns' });
    await dialog.getByRole('button', { name: 'Move Started by left' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const heads = async () =>
      (await migrations.table.locator('th:not(.col-select)').allInnerTexts()).map((text) => text.trim());
    await expect.poll(heads).toEqual(['Status', 'Started by', 'Migration', 'Company', 'Created']);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // While a column is dragged with the mouse, a line marks its new position, and Escape cancels the move.
    const beginOf = async (name: string) => {
      const place = await migrations.table.getByRole('columnheader', { name }).boundingBox();
      const left = place?.x ?? 0;
      return { x: left + 30, y: (place?.y ?? 0) + 16, left };
    };
    const line = page.locator('.column-line');
    const dragOver = async (from: string, to: string) => {
      const [start, goal] = [await beginOf(from), await beginOf(to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await expect(async () => {
        await page.mouse.move(goal.x + 1, goal.y);
        await page.mouse.move(goal.x, goal.y);
        await expect(line).toBeVisible({ timeout: 500 });
      }).toPass();
      expect(Math.abs(((await line.boundingBox())?.x ?? 0) - goal.left)).toBeLessThan(3);
    };
    await dragOver('Company', 'Started by');
    await page.keyboard.press('Escape');
    await expect(line).toHaveCount(0);
    await page.mouse.up();
    await dragOver('Created', 'Started by');
    await page.mouse.up();
    await expect.poll(heads).toEqual(['Status', 'Created', 'Started by', 'Migration', 'Company']);
    await expect(line).toHaveCount(0);

    await page.reload();
    await expect(migrations.rows).toHaveCount(25);
    await expect.poll(heads).toEqual(['Status', 'Created', 'Started by', 'Migration', 'Company']);
    await expect.poll(widthOf).toBe(before - 50);
    expect(open.pageErrors).toEqual([]);
  },
);
