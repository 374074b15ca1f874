import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AccessibilityBus, startAccessibilityBus } from '#test/fixtures/system/accessibility-bus.ts';
import { expect, test as base } from '#test/fixtures/console/console-test.ts';
import { hangMs, startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { TablePage } from '#test/page-models/table-page.ts';

/** Runs the console in Electron on a desktop with an active screen reader. */
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
    const page = await electron.firstWindow({ timeout: hangMs });
    await use({ page, userData, electron, pid: electron.process().pid ?? 0, pageErrors: [] });
    await electron.close();
    await removeFolder(userData);
  },
});

test(
  'a desktop screen reader gets names, roles and states of the table, filters, drawer and alerts',
  { tag: '@C21' },
  async ({ console: { page }, reader }) => {
    test.setTimeout(300_000);
    type Object = readonly [role: string, name: RegExp, ...states: readonly string[]];
    /** Waits for all elements, by role, name and states, with one walk through the tree per check. */
    const expectObjects = (...wanted: readonly Object[]): Promise<void> =>
      expect
        .poll(
          async () => {
            const all = await reader.objects();
            return wanted.flatMap(([role, name, ...states]) => {
              const named = all.filter((each) => each.role === role && name.test(each.name));
              if (named.some((each) => states.every((state) => each.states.includes(state)))) return [];
              const found = named.slice(0, 5).map((each) => `${each.name}: ${each.states.join(' ')}`);
              return [`${role} ${name.source} ${states.join(' ')}; found: ${found.join(', ') || 'none'}`];
            });
          },
          { timeout: 120_000 },
        )
        .toEqual([]);

    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await expectObjects(
      ['table', /^Migrations$/, 'showing'],
      ['table column header', /^Status/],
      ['table column header', /^Company/],
      ['table row', /./, 'focusable'],
      ['check box', /^Select all rows$/, 'focusable', 'enabled'],
      ['tool bar', /^Filters$/, 'showing'],
      ['push button', /^Status/, 'focusable', 'enabled'],
    );

    await migrations.rows.nth(1).getByRole('checkbox').click();
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible();
    await expectObjects(['check box', /^Select (?!all)/, 'checked']);
    await page.keyboard.press('Escape');

    await migrations.rows.nth(2).press('Enter');
    await expect(migrations.drawer.getByRole('button', { name: 'Copy for ticket' })).toBeVisible();
    await expectObjects(
      ['landmark', /^Migration$/, 'showing'],
      ['push button', /^Copy for ticket/, 'focusable', 'enabled', 'showing'],
      ['heading', /^(?:Cause|What it means)$/],
    );

    await page.evaluate(() => (location.hash = '/alerts'));
    await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
    await expectObjects(
      ['heading', /^Alerts$/, 'showing'],
      ['radio button', /^All/, 'checked'],
      ['check box', /: on$/, 'checked', 'focusable'],
    );
  },
);
