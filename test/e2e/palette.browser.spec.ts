import { expect, test } from '#test/fixtures/console/console-test.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { startFakeService } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'the palette opens pages, rows, companies, IDs and themes by keyboard',
  { tag: '@C37' },
  async ({ console: open }) => {
    const { page } = open;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await new LoadedPage(page, 'Migrations').untilComplete();
    await keepCopies(page);
    const palette = new Palette(page);
    const opener = page.getByRole('button', { name: 'Go to…' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(palette.field).toBeFocused();
    await expect(palette.group('Pages').getByRole('option')).not.toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(palette.dialog).toHaveCount(0);
    await expect(opener).toBeFocused();

    const row = migrations.rows.filter({ has: page.locator('.col-company bdi') }).first();
    const company = (await row.locator('.col-company').innerText()).trim();
    const id = (await row.getAttribute('data-row-id')) ?? '';
    await palette.open();
    await page.keyboard.type(company.slice(0, 6).toLowerCase());
    const foundOption = palette.group('Migrations').getByRole('option').first();
    await expect(foundOption.locator('mark').first()).toHaveText(new RegExp(company.slice(0, 3), 'i'));
    await expect(palette.group('Companies').getByRole('option', { name: company }).first()).toBeVisible();
    await expect(palette.dialog.getByText('All 250 migrations in Sandbox searched')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await foundOption.hover();
    await expect(foundOption).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => copiedText(page)).toMatch(/^[0-9a-f-]{36}$/);
    await page.keyboard.press('Shift+Enter');
    await expect(palette.dialog).toHaveCount(0);
    await expect.poll(() => copiedText(page)).toContain('Cause: ');
    await palette.open();
    await page.keyboard.type(company.slice(0, 6).toLowerCase());
    await foundOption.click();
    await expect(palette.dialog).toHaveCount(0);
    await expect(migrations.drawer).toContainText(company);

    await palette.open();
    await page.keyboard.type('no such thing anywhere');
    await expect(palette.dialog.getByText('No matches.')).toBeVisible();
    await palette.field.fill(` ${id.toUpperCase()} `);
    await expect(palette.entry(/Open this migration/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(migrations.drawer).toContainText(id);

    await palette.open();
    await page.keyboard.type('link token');
    await expect(palette.entry(/New link token/)).toBeVisible();
    await palette.entry(/New link token/).click();
    await expect(page.getByText('Shown only once')).toBeVisible();

    await palette.open();
    await page.keyboard.type('dark');
    await expect(palette.entry(/appearance: dark/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await palette.open();
    await page.keyboard.type('compan');
    await expect(palette.group('Pages').getByRole('option', { name: 'Companies' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(new TablePage(page, 'Companies').rows).toHaveCount(25);
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'the palette switches the profile, and lists only the active profile’s companies',
  { tag: '@C37' },
  async ({ console: open }) => {
    const { page } = open;
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    const fakeService = await startFakeService();
    try {
      const company = { id: '00000000-0000-4000-8000-0000000000aa', provider_company_name: 'Zebra Crossings' };
      fakeService.answer('/api/v1/companies', { body: { results: [company], page: { size: 100, total: 1 } } });
      await useProfile(page, fakeService.url);
      await expect(page.getByText('No migrations yet')).toBeVisible();
      const palette = new Palette(page);
      await palette.open();
      await page.keyboard.type('zebra');
      await expect(palette.entry('Zebra Crossings')).toBeVisible();
      await palette.field.fill('switch to sand');
      await expect(palette.entry(/Switch to Sandbox/)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Switched to Sandbox')).toBeVisible();
      await palette.open();
      await page.keyboard.type('zebra');
      await expect(palette.dialog.getByText('No matches.')).toBeVisible();
    } finally {
      await fakeService.close();
    }
  },
);
