import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AccessibilityBus, startAccessibilityBus } from '#test/fixtures/system/accessibility-bus.ts';
import { expect, test as base } from '#test/fixtures/console/console-test.ts';
import { startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { TablePage } from '#test/page-models/table-page.ts';

/** A console in Electron on a desktop whose screen reader is on. */
const test = base.extend<{ reader: AccessibilityBus }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  reader: async ({}, use) => {
    const bus = await startAccessibilityBus();
    await use(bus);
    await bus.close();
  },
  console: async ({ reader }, use) => {
    const userData = await mkdtemp(path.join(tmpdir(), 'ferry-e2e-'));
    const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
    process.env['DBUS_SESSION_BUS_ADDRESS'] = reader.address;
    process.env['GNOME_ACCESSIBILITY'] = '1';
    const electron = await startElectronHost(userData, '--force-renderer-accessibility').finally(() => {
      delete process.env['GNOME_ACCESSIBILITY'];
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    });
    const page = await electron.firstWindow();
    await use({ page, userData, electron, pid: electron.process().pid ?? 0, pageErrors: [] });
    await electron.close();
    await removeFolder(userData);
  },
});

test('C21 what a screen reader of the desktop gets: names, roles and states of table, filters, drawer and alerts', async ({
  console: { page },
  reader,
}) => {
  test.skip(
    !isSoak,
    'The tree is walked some twenty times, which takes long where the computer is busy: npm run soak.',
  );
  test.setTimeout(180_000);
  /** Waits until an object is there by that role and name, in all of these states. */
  const hears = (role: string, name: RegExp, ...states: readonly string[]): Promise<void> =>
    expect
      .poll(
        async () => {
          const named = (await reader.objects()).filter((each) => each.role === role && name.test(each.name));
          if (named.some((each) => states.every((state) => each.states.includes(state)))) return 'heard';
          return named.map((each) => `${each.name}: ${each.states.join(' ')}`).slice(0, 5);
        },
        { message: `${role} ${name.source}`, timeout: 60_000 },
      )
      .toBe('heard');

  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25, { timeout: 30_000 });
  await hears('table', /^Migrations$/, 'showing');
  await hears('table column header', /^Status/);
  await hears('table column header', /^Company/);
  await hears('table row', /./, 'focusable');
  await hears('check box', /^Select all rows$/, 'focusable', 'enabled');
  await hears('tool bar', /^Filters$/, 'showing');
  await hears('push button', /^Status/, 'focusable', 'enabled');

  await migrations.rows.nth(1).getByRole('checkbox').click();
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible();
  await hears('check box', /^Select (?!all)/, 'checked');
  await page.keyboard.press('Escape');

  await migrations.rows.nth(2).press('Enter');
  await expect(migrations.drawer.getByRole('button', { name: 'Copy for ticket' })).toBeVisible();
  await hears('landmark', /^Migration$/, 'showing');
  await hears('push button', /^Copy for ticket/, 'focusable', 'enabled', 'showing');
  await hears('heading', /^What it means$/);

  await page.evaluate(() => (location.hash = '/alerts'));
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await hears('heading', /^Alerts$/, 'showing');
  await hears('radio button', /^All/, 'checked');
  await hears('check box', /: on$/, 'checked', 'focusable');
});
