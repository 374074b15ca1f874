import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { shifts, takeStep, watchShifts } from '#test/fixtures/page/layout-shift.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

/** The first page of the Sandbox's 250 migrations, with all rows loaded. */
const openPage = async (page: Page): Promise<TablePage> => {
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  await new LoadedPage(page, 'Migrations').untilComplete();
  await keepCopies(page);
  return migrations;
};

const selectedAt = (migrations: TablePage): Promise<number[]> =>
  migrations.rows.evaluateAll((rows) =>
    rows.flatMap((row, at) => (row.getAttribute('aria-selected') === 'true' ? [at] : [])),
  );

const expectSelected = (migrations: TablePage, at: readonly number[]): Promise<void> =>
  expect.poll(() => selectedAt(migrations)).toEqual(at);

test(
  'rows are selected by pointer and keyboard: single rows, ranges and all rows',
  { tag: '@C47' },
  async ({ console: { page, pageErrors } }) => {
    const migrations = await openPage(page);
    await page.evaluate(() => document.fonts.ready);
    await watchShifts(page);
    const row = (at: number) => migrations.rows.nth(at);
    await expect(row(0)).toHaveAttribute('aria-selected', 'false');

    // With the pointer: the checkbox, Ctrl, and Shift, which extends or shrinks the range from the last row.
    await takeStep(page, async () => {
      await row(1).getByRole('checkbox').click();
      await expect(bar(page)).toContainText('1 selected');
    });
    await expect(row(1)).toBeFocused();
    await takeStep(page, async () => {
      await row(3).click({ modifiers: ['ControlOrMeta'] });
      await row(6).click({ modifiers: ['Shift'] });
      await expectSelected(migrations, [1, 3, 4, 5, 6]);
      await row(4).click({ modifiers: ['Shift'] });
      await expectSelected(migrations, [1, 3, 4]);
      await row(1).click({ modifiers: ['ControlOrMeta'] });
      await expectSelected(migrations, [3, 4]);
      await expect(bar(page)).toContainText('2 selected');
    });
    // Selecting opened no row.
    await expect(migrations.drawer).toHaveCount(0);

    // With the keyboard.
    await takeStep(page, async () => {
      await page.keyboard.press('Escape');
      await expect(bar(page)).toHaveCount(0);
    });
    const all = page.getByRole('checkbox', { name: 'Select all rows' });
    await takeStep(page, async () => {
      await row(8).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowUp');
      await expectSelected(migrations, [8, 9]);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Shift+ArrowDown');
      await expectSelected(migrations, [8, 9, 11, 12]);
      await page.keyboard.press('ControlOrMeta+a');
      await expect(bar(page)).toContainText('25 selected');
      await expectSelected(migrations, [...Array(25).keys()]);
      await expect(all).toBeChecked();
      await row(2).getByRole('checkbox').click();
      await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
      await all.click();
      await expect(all).toBeChecked();
    });
    await takeStep(page, async () => {
      await all.click();
      await expect(bar(page)).toHaveCount(0);
    });
    await expect(page.getByRole('status').filter({ hasText: 'No row is selected' })).toHaveCount(1);

    // Esc closes an open row before it clears the selection.
    await takeStep(page, async () => {
      await row(0).click();
      await expect(migrations.drawer.getByRole('region', { name: 'JSON' })).toBeVisible();
    });
    await takeStep(page, async () => {
      await row(5).getByRole('checkbox').click();
      await expect(bar(page)).toContainText('1 selected');
    });
    await takeStep(page, async () => {
      await page.keyboard.press('Escape');
      await expect(migrations.drawer).toHaveCount(0);
    });
    await expect(bar(page)).toContainText('1 selected');
    expect(await findings(page)).toEqual([]);
    const { upOrDown, unasked, moved } = await shifts(page);
    expect(upOrDown).toEqual([]);
    expect(unasked, moved.join(', ')).toBe(0);
    expect(pageErrors).toEqual([]);
  },
);

test(
  'a selection survives paging, sorting, filters and a refresh, and says how many of its rows are hidden',
  { tag: '@C47' },
  async ({ console: { page } }) => {
    const migrations = await openPage(page);
    await migrations.rows.nth(0).getByRole('checkbox').click();
    await migrations.rows.nth(2).click({ modifiers: ['Shift'] });
    await expectSelected(migrations, [0, 1, 2]);
    const firstPage = await migrations.ids('Rows 1–25 of 250');
    await bar(page).getByRole('button', { name: 'Next page' }).click();
    await expect(bar(page)).toContainText('3 selected, 3 not shown');
    const [next = ''] = await migrations.ids('Rows 26–50 of 250');
    await migrations.rows.nth(0).click({ modifiers: ['ControlOrMeta'] });
    await expect(bar(page)).toContainText('4 selected, 3 not shown');
    await page.keyboard.press('F5');
    await bar(page).getByRole('button', { name: 'Previous page' }).click();
    await expect(bar(page)).toContainText('4 selected, 1 not shown');

    // If the list shows one page, Select all selects only that page and links to all rows.
    await bar(page)
      .getByRole('button', { name: /^Select all 25/ })
      .click();
    await expect(bar(page)).toContainText('26 selected, 1 not shown');
    await bar(page).getByRole('button', { name: 'Load all 250' }).click();
    await expect(bar(page)).toContainText('26 selected');
    await expect(bar(page)).not.toContainText('not shown');
    const company = migrations.table.getByRole('columnheader', { name: 'Company' });
    await company.getByRole('button').click();
    await expect(company).toHaveAttribute('aria-sort', 'ascending');
    await expect(bar(page)).toContainText('26 selected');
    await goTo(page, '/migrations?view=all&status=["FAILED"]');
    await expect(page.getByRole('button', { name: 'Status Failed' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    const failed = await mustCall<{ rows: readonly { readonly id: string }[] }>(page, 'loaded', 'window', {
      resource: 'migrations',
      query: { filters: { status: ['FAILED'] } },
      offset: 0,
      limit: 200,
    });
    const all = new Set([...firstPage, next, ...failed.rows.map(({ id }) => id)]);
    expect(all.size).toBeGreaterThan(26);
    const text = `${all.size} selected, ${all.size - failed.rows.length} not shown`;
    await expect(bar(page)).toContainText(text);
    // Rows that haven't loaded have no `aria-selected`, so this also fails while such a row is shown.
    await expect(migrations.rows.first()).toHaveAttribute('aria-selected', 'true');
    await expect(migrations.rows.and(page.locator(':not([aria-selected="true"])'))).toHaveCount(0);
  },
);

test(
  'several selected rows can be copied as IDs or tickets, watched, exported and marked as handled',
  { tag: '@C47' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = await openPage(page);
    const ids: (string | null)[] = [];
    for (const at of [2, 0]) {
      ids.push(await migrations.rows.nth(at).getAttribute('data-row-id'));
      // From the row's menu.
      await migrations.rows.nth(at).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Select', exact: true }).click();
      await expect(bar(page)).toContainText(`${ids.length} selected`);
    }
    await expect(async () => {
      await page.keyboard.press('c');
      await expect.poll(() => copiedText(page), { timeout: 2_000 }).toBe(ids.join('\n'));
    }).toPass();
    await button(page, 'Copy for ticket').click();
    await expect.poll(async () => (await copiedText(page))?.split('\n---\n').length).toBe(2);
    expect(await copiedText(page)).toMatch(new RegExp(`Link: +ferry://migrations/${ids[0]}`));

    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.type('mark handled');
    await expect(palette.entry(/Mark handled/)).toContainText('2 selected');
    await page.keyboard.press('Enter');
    // The toast stays while the pointer rests on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await expect(page.getByText('2 handled', { exact: true })).toBeVisible();
    const handled = () => mustCall<{ id: string; handled: unknown }[]>(page, 'triage', 'list', { ids });
    expect((await handled()).filter((one) => one.handled !== null)).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await handled()).filter((one) => one.handled !== null)).toEqual([]);

    await page.keyboard.press('w');
    await expect(page.getByText('watching 2', { exact: true })).toBeVisible();
    await expect(button(page, 'Watch')).toHaveAttribute('aria-disabled', 'true');
    for (const id of ids) await mustCall(page, 'watch', 'remove', { id });

    const downloaded = page.waitForEvent('download');
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Export migrations' });
    await expect(dialog.getByRole('radio', { name: /^Selected 2 rows/ })).toBeChecked();
    await page.keyboard.press('Enter');
    const file = await readFile(await (await downloaded).path(), 'utf8');
    const lines = file.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.slice(0, 36))).toEqual(ids);
  },
);

test(
  'rows of a list of IDs can be selected too, and IDs that weren’t found are exported as well',
  { tag: '@C47' },
  async ({ console: { page, pageErrors } }) => {
    const migrations = await openPage(page);
    const ids = (await migrations.ids('Rows 1–25 of 250')).slice(0, 4);
    const unknown = '0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d2';
    await goTo(page, '/migrations/ids');
    await page.getByRole('textbox', { name: 'IDs' }).fill([...ids, unknown].join('\n'));
    await page.getByRole('button', { name: 'Look up 5 ids' }).click();
    await expect(page.getByText(/^5 looked up at /)).toBeVisible();
    const list = page.getByRole('table', { name: 'List of IDs' });
    const lines = list.locator('tbody tr');
    await lines.nth(3).getByRole('checkbox').click();
    await lines.nth(4).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('2 selected');
    await expect(button(page, 'Watch')).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('c');
    await expect.poll(() => copiedText(page)).toBe([ids[3], unknown].join('\n'));
    await page.getByRole('radio', { name: 'Not found 1' }).check({ force: true });
    await expect(bar(page)).toContainText('2 selected, 1 not shown');
    expect(await findings(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);
