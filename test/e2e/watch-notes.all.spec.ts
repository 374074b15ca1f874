import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test as base } from '#test/fixtures/console/console-test.ts';
import { type NotificationDaemon, startNotificationDaemon } from '#test/fixtures/system/notification-daemon.ts';
import { openConsole } from '#test/fixtures/console/open-console.ts';
import { TablePage } from '#test/page-models/table-page.ts';

/** Runs the console on a desktop that shows notifications. */
const test = base.extend<{ desktop: NotificationDaemon }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  desktop: async ({}, use) => {
    const daemon = await startNotificationDaemon();
    await use(daemon);
    await daemon.close();
  },
  console: async ({ host, desktop }, use) => {
    const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
    process.env['DBUS_SESSION_BUS_ADDRESS'] = desktop.address;
    const { close, ...open } = await openConsole({ host, keychain: 'memory' });
    if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    await use(open);
    await close();
  },
});

test(
  'a change of a watched migration sends a desktop notification, and pressing it opens the migration',
  { tag: '@W9' },
  async ({ console: open, desktop }) => {
    const { page, electron } = open;
    if (!electron) await page.context().grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const row = migrations.rows.filter({ hasText: 'Working' }).first();
    const id = (await row.getAttribute('data-row-id')) ?? 'no id';
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Watch' }).focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => mustCall(page, 'watch', 'list', {}))
      .toMatchObject({ watched: [{ id, status: 'WORKING', changedAt: null }] });
    expect(desktop.shown()).toEqual([]);

    await mustCall(page, 'sandbox', 'moveMigration', { id, status: 'FAILED' });
    await expect.poll(() => desktop.shown()).toHaveLength(1);
    const [note] = desktop.shown();
    expect(note?.title).toMatch(/: Failed$/);
    expect(note?.body).toContain('The source stopped responding during the copy. Sandbox');
    // If the desktop can't confirm the notification, the page shows it too.
    await expect(page.getByText(/: Failed\. The source stopped responding/)).toHaveCount(electron ? 1 : 0);

    const changedLocator = migrations.table.locator(`[data-row-id="${id}"]`);
    await expect(changedLocator).toContainText('Failed');
    await expect(changedLocator).toContainText('Changed at the last refresh');

    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await desktop.press();
    await expect(migrations.drawer).toContainText(id);
    await expect(migrations.drawer.locator('.pill')).toHaveText('Failed');
    expect(desktop.shown()).toHaveLength(1);
    expect(open.pageErrors).toEqual([]);
  },
);
