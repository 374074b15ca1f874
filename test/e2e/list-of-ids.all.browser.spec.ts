import { readFile } from 'node:fs/promises';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { Palette } from '#test/page-models/palette.ts';

test.use({ shared: true });

interface Listed {
  readonly rows: readonly { readonly value: { readonly id: string; readonly status: string } }[];
}

const unknown = '0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d2';

test(
  'IDs pasted in any notation become a list that can be watched, copied and exported',
  { tag: '@C46' },
  async ({ console: open }) => {
    const { page } = open;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await expect(page.getByRole('table', { name: 'Migrations' }).locator('tbody tr').first()).toBeVisible();
    const { rows } = await mustCall<Listed>(page, 'migrations', 'list', { page: 1, pageSize: 25 });
    const ids = rows.slice(0, 6).map(({ value }) => value.id);
    const [first = '', second = '', third = '', ...rest] = ids;

    await new Palette(page).open();
    await page.keyboard.type('look up');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'List of IDs' })).toBeVisible();
    const field = page.getByRole('textbox', { name: 'IDs' });
    await expect(field).toBeFocused();
    await expect(page.getByRole('button', { name: 'Look up', exact: true })).toHaveAttribute('aria-disabled', 'true');

    const pasted = [
      `"${first}",`,
      `ferry://migrations/${second}`,
      third.toUpperCase(),
      unknown,
      first,
      'INV-20448',
      ...rest,
    ];
    await field.fill(pasted.join('\n'));
    await expect(page.getByText('1 duplicate ID ignored.')).toBeVisible();
    await page.getByRole('button', { name: 'INV-20448, line 6' }).click();
    const marked = () =>
      field.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd));
    await expect.poll(marked).toBe('INV-20448');
    await page.getByRole('button', { name: 'Look up 7 ids' }).click();
    await expect(page.getByText(/^7 looked up at \d\d:\d\d$/)).toBeVisible();
    const table = page.getByRole('table', { name: 'List of IDs' });
    const lines = table.locator('tbody tr');
    const order = () => lines.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
    await expect.poll(order).toEqual([first, second, third, unknown, ...rest]);
    await expect(lines.nth(0)).toContainText('duplicate');
    await expect(lines.nth(3)).toContainText('Not found');
    const elsewhere = lines.nth(3).getByRole('button', { name: 'Find in all profiles' });
    await expect(elsewhere).toBeVisible();
    expect(await elsewhere.evaluate(({ parentElement: cell }) => cell!.scrollWidth - cell!.clientWidth)).toBe(0);
    expect(await findings(page)).toEqual([]);

    // A row opens next to the list and closes again.
    await lines.nth(1).click();
    const drawer = page.getByRole('complementary', { name: 'Migration', exact: true });
    await expect(drawer).toContainText(second);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);

    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('7 rows copied as a table')).toBeVisible();
    const clipboardText = await page.evaluate(() => navigator.clipboard.readText());
    expect(clipboardText.split('\n')[4]).toBe(`4\tNot found\t${unknown}\t\t\t`);

    await page.getByRole('button', { name: 'Watch all' }).click();
    await expect(page.getByText('watching 6', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Stopped watching', { exact: true })).toBeVisible();
    expect((await mustCall<{ watched: unknown[] }>(page, 'watch', 'list', {})).watched).toEqual([]);

    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await (await downloaded).path();
    const csv = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    expect(csv).toHaveLength(1 + 7);
    expect(csv.slice(1).map((line) => line.slice(0, 36))).toEqual([first, second, third, unknown, ...rest]);
    expect(csv[4]).toContain('not found');

    // With only the missing ID visible, there is nothing to watch.
    await page.getByRole('radio', { name: 'Not found 1' }).check({ force: true });
    await expect(lines).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Watch all' })).toHaveAttribute('aria-disabled', 'true');

    // Pasting a list into the palette opens this page and looks the IDs up immediately.
    const palette = new Palette(page);
    await palette.open();
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${first}\n${unknown}\n`);
    await page.keyboard.press('ControlOrMeta+v');
    await expect(palette.entry('Look up 2 ids')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^2 looked up at /)).toBeVisible();
    await expect.poll(order).toEqual([first, unknown]);
    await page.getByRole('navigation', { name: 'Parent page' }).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Migrations' })).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);
