import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test(
  'a failure raises an alert that the bell counts and the list shows, and opening its migration marks it read',
  { tag: '@C50' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const bell = page.getByRole('link', { name: /^Alerts/ });
    await expect(bell).toHaveAccessibleName('Alerts');
    await migrations.rows.first().focus();
    // The second key must follow within 1.5 s, so a slow attempt is repeated.
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('c');
      await expect(page).toHaveURL(/companies/, { timeout: 3_000 });
    }).toPass();
    await expect(page.locator('.toast-region')).not.toContainText('Copied');
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(page.getByText('4 rules are on.')).toBeVisible();

    await page.getByRole('navigation').getByRole('link', { name: 'Migrations' }).click();
    const row = migrations.rows.filter({ hasText: 'Working' }).first();
    const id = (await row.getAttribute('data-row-id')) ?? 'no id';
    await mustCall(page, 'sandbox', 'moveMigration', { id, status: 'FAILED' });
    await mustCall(page, 'migrations', 'get', { id });
    await expect(bell).toHaveAccessibleName('Alerts, 1 unread');
    await bell.click();
    const alerts = page.getByRole('region', { name: 'Today' }).getByRole('listitem');
    await expect(alerts).toHaveCount(1);
    await expect(alerts.first()).toContainText('failed');
    await expect(alerts.first()).toContainText('Failed, any migration · previously Working');

    await page.locator('.segment').filter({ hasText: 'Unread 1' }).click();
    await expect(alerts).toHaveCount(1);
    await alerts.first().getByRole('link').press('Enter');
    await expect(migrations.drawer).toContainText(id);
    await expect(bell).toHaveAccessibleName('Alerts');
    await bell.click();
    await alerts.first().getByRole('button', { name: 'Mark as unread' }).click();
    await expect(bell).toHaveAccessibleName('Alerts, 1 unread');
    await page.getByRole('button', { name: 'Mark all read' }).click();
    // The toast stays while the pointer rests on it.
    const undo = page.locator('.toast-region').getByRole('button', { name: 'Undo' });
    await undo.hover();
    await expect(bell).toHaveAccessibleName('Alerts');
    await undo.click();
    await expect(bell).toHaveAccessibleName('Alerts, 1 unread');
    await page.getByRole('button', { name: 'Mark all read' }).click();
    await expect(bell).toHaveAccessibleName('Alerts');
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'an alert rule is created, rejected with a reason, changed, turned off, and deleted with undo',
  { tag: '@C50' },
  async ({ console: open }) => {
    const { page } = open;
    await page.getByRole('link', { name: /^Alerts/ }).click();
    const rules = page.getByRole('region', { name: 'Rules' }).getByRole('listitem');
    await expect(rules).toHaveCount(4);
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    await form.getByLabel('When a migration').selectOption({ label: 'waits for the end user for…' });
    await form.getByLabel('Longer than').fill('no number');
    await form.getByLabel('Applies to').selectOption({ label: 'a user…' });
    await form.getByRole('button', { name: 'Save rule' }).click();
    await expect(form).toContainText('A number from 0.1 to 2,000.');
    await expect(form).toContainText('Enter a user ID or email.');
    await form.getByLabel('Longer than').fill('4');
    await form.getByLabel('User', { exact: true }).fill('ada@example.com');
    await form.getByRole('button', { name: 'Save rule' }).click();
    const createdRules = rules.filter({ hasText: 'ada@example.com' });
    await expect(createdRules).toContainText('Waiting for the end user for 4 h ada@example.com, notifies');
    await createdRules.getByRole('checkbox').click();
    await expect(createdRules).toContainText('off');

    await createdRules.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('form', { name: 'Edit rule' });
    await edit.getByLabel('Applies to').selectOption({ label: 'a company…' });
    await edit.getByLabel('Company').fill('a');
    await edit.getByRole('list', { name: 'Companies found' }).getByRole('button').first().click();
    await edit.getByRole('button', { name: 'Save rule' }).click();
    await expect(edit).toHaveCount(0);
    await expect(rules).toHaveCount(5);
    await rules.last().getByRole('button', { name: /^Edit/ }).click();
    await edit.getByRole('button', { name: 'Remove' }).click();
    await page.locator('.toast-region').getByRole('button', { name: 'Undo' }).hover();
    await expect(rules).toHaveCount(4);
    await page.locator('.toast-region').getByRole('button', { name: 'Undo' }).click();
    await expect(rules).toHaveCount(5);

    const quietRegion = page.getByRole('region', { name: 'Quiet hours' });
    await quietRegion.getByRole('checkbox', { name: 'On' }).click();
    await expect(quietRegion.getByLabel('Quiet from')).toBeEnabled();
    await quietRegion.getByLabel('Quiet from').fill('20:30');
    await quietRegion.getByLabel('Quiet from').blur();
    await expect
      .poll(() => mustCall(page, 'settings', 'get', {}))
      .toMatchObject({ preferences: { quietHours: { isOn: true, from: '20:30', to: '07:00' } } });
    expect(open.pageErrors).toEqual([]);
  },
);
