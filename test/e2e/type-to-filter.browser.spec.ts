import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'typed filters become the chips of the filter menus, with completion by keyboard',
  { tag: ['@C32', '@C21'] },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await new LoadedPage(page, 'Migrations').untilComplete();
    const field = page.getByRole('textbox', { name: 'Find by migration id' });
    const chip = (name: string | RegExp) =>
      page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name });
    await page.keyboard.press('/');
    await page.keyboard.type('status:failed ');
    await expect(chip('Status Failed')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    await expect(page.locator('.filter-scope')).toHaveText(/^\d+ of 250( rows match)?$/);

    await page.keyboard.type('status:wor');
    const options = page.getByRole('listbox', { name: 'Filters' }).getByRole('option');
    await expect(options).toHaveText([/^status:working\d*$/]);
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(options).toHaveText([/^status:working\d*$/]);
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(chip(/^Status 2 of \d+$/)).toBeVisible();
    await expect(field).toHaveValue('');

    await page.keyboard.type('stats:failed ');
    await expect(
      page.getByText(/“stats” isn't a filter. Use status, company, user, created, since or is/),
    ).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');

    await page.keyboard.type('status:nowhere ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No status “nowhere” found.')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.reload();
    await expect(chip(/^Status 2 of \d+$/)).toBeVisible();
    await page.goBack();
    await expect(chip('Status Failed')).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'a pasted line of filters works in the field and in the palette',
  { tag: ['@C32', '@C37'] },
  async ({ console: { page, pageErrors } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await new LoadedPage(page, 'Migrations').untilComplete();
    const chips = page.getByRole('toolbar', { name: 'Filters' });
    const company = (await migrations.cells('Company')).find((name) => name.length > 3) ?? '';
    const line = `status:complete company:"${company}" since:2020-01-01`;
    const untilFiltered = async () => {
      await expect(chips.getByRole('button', { name: 'Status Complete', exact: true })).toBeVisible();
      await expect(chips.getByRole('button', { name: `Company ${company}`, exact: true })).toBeVisible();
      await expect(chips.getByRole('button', { name: 'Changed from 2020-01-01', exact: true })).toBeVisible();
    };
    await page.getByRole('textbox', { name: 'Find by migration id' }).fill(line);
    await page.keyboard.press('Enter');
    await untilFiltered();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(migrations.rows.nth(5)).toBeVisible();
    const id = (await migrations.rows.first().getAttribute('data-row-id')) ?? '';
    const field = page.getByRole('textbox', { name: 'Find by migration id' });
    await field.fill(`since:2020-01-01 ${id}`);
    await page.keyboard.press('Enter');
    await expect(chips.getByRole('button', { name: 'Changed from 2020-01-01', exact: true })).toBeVisible();
    await expect(field).toHaveValue(id);
    await field.fill('');
    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.type(line);
    await expect(palette.group('Filters').getByRole('option').first()).toContainText(`Filter by ${line}`);
    await page.keyboard.press('Enter');
    await untilFiltered();
    expect(pageErrors).toEqual([]);
  },
);
