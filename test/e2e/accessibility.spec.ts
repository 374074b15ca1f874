import { findingsHere, findingsOf } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'axe finds no fault on the most used page in each host, and finds a planted fault',
  { tag: '@C21' },
  async ({ console: { page } }) => {
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    expect(await findingsHere(page)).toEqual([]);
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
    expect(await findingsOf(page, 'button-name')).toEqual([expect.stringMatching(/^button-name: /)]);
  },
);

test(
  'by keyboard, the cursor moves, and rows open, close and are copied',
  { tag: '@C21' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    const ids = await migrations.ids('Rows 1–25 of 250');
    await migrations.rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(migrations.drawer).toContainText(ids[2] ?? 'no third row');
    await page.keyboard.press('ArrowDown');
    await expect(migrations.drawer).toContainText(ids[3] ?? 'no fourth row');
    await page.keyboard.press('Escape');
    await expect(migrations.drawer).toHaveCount(0);
  },
);
