import { findings } from '#test/fixtures/axe.ts';
import { mustCall } from '#test/fixtures/call-console.ts';
import { expect, test } from '#test/fixtures/console-test.ts';
import { requestsAtRest } from '#test/fixtures/requests-at-rest.ts';
import { useProfile } from '#test/fixtures/stand-in-profile.ts';
import { startStandIn } from '#test/fixtures/stand-in-service.ts';
import { SandboxPage } from '#test/page-models/sandbox-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

// The next test finds the service as a first start has it.
test.afterEach(async ({ console: { page } }) => {
  await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
  await mustCall(page, 'sandbox', 'reset', { seed: 1, migrations: 250, companies: 40 });
});

test('W4 a fault, a pause and the clock: in force, visible on every page, back to normal with one press', async ({
  console: { page, pageErrors },
}) => {
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25, { timeout: 20_000 });
  const sandbox = new SandboxPage(page);
  await expect(sandbox.strip).toHaveCount(0);
  await sandbox.open();
  await sandbox.card('Clock').getByRole('button', { name: '+ 1 h' }).click();
  await expect(sandbox.card('Clock')).toContainText('1 h ahead');
  await requestsAtRest(page);
  await sandbox.addUsual('Key refused once');
  await sandbox.addUsual('Pause the next reply');
  await expect(sandbox.faults).toHaveCount(2);
  await expect(sandbox.strip).toContainText('2 faults, clock 1 h ahead');
  expect(await findings(page)).toEqual([]);

  await sandbox.faults
    .first()
    .getByRole('button', { name: /^Take away/ })
    .click();
  await expect(sandbox.faults).toHaveCount(1);
  await migrations.open();
  // Not by Refresh: that gives up a read that is on the way, and its held reply with it.
  const held = mustCall(page, 'companies', 'list', { page: 1, pageSize: 25 });
  await expect(sandbox.strip).toContainText('1 reply on hold');
  await sandbox.open();
  await sandbox.faults.getByRole('button', { name: 'Resume' }).click();
  await expect(sandbox.faults).toHaveCount(0);
  await held;

  await new TablePage(page, 'Companies').open();
  await sandbox.strip.getByRole('button', { name: 'Back to normal' }).click();
  await expect(sandbox.strip).toHaveCount(0);
  const view = await mustCall<{ state: { offset_ms: number } }>(page, 'sandbox', 'state', {});
  expect(view.state.offset_ms).toBe(0);
  expect(pageErrors).toEqual([]);
});

test('W4 by keyboard: a scenario, a migration moved, the data reset after a question', async ({
  console: { page },
}) => {
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25, { timeout: 20_000 });
  const sandbox = new SandboxPage(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Sandbox', exact: true }).focus();
  await page.keyboard.press('Enter');
  await sandbox.card('Next modals').getByRole('radio', { name: /^Good/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(sandbox.card('Next modals')).toContainText('Partial, for the next 2');

  const move = sandbox.card('Move a migration');
  await move
    .getByRole('button', { name: /, working$/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await move.getByRole('button', { name: 'Failed', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(move).toContainText('This is an end: it never changes.');

  const data = sandbox.card('Data');
  await data.getByLabel('Migrations').fill('100001');
  await expect(data).toContainText('a whole number from 0 to 100,000');
  await data.getByLabel('Migrations').fill('12');
  await data.getByRole('button', { name: 'Reset data' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(data.getByRole('button', { name: 'Reset data' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Reset', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Filled anew: seed 1, 12 migrations, 40 companies')).toBeVisible();
  await migrations.open();
  await expect(migrations.rows).toHaveCount(12);
});

test('W4 another profile is told from the Sandbox, and offered the switch', async ({ console: { page } }) => {
  const standIn = await startStandIn();
  try {
    await useProfile(page, standIn.url);
    const sandbox = new SandboxPage(page);
    await sandbox.open();
    await expect(page.getByRole('heading', { name: 'Brightwater is not the Sandbox' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Switch to the Sandbox' }).click();
    await expect(sandbox.card('Clock')).toBeVisible();
  } finally {
    await standIn.close();
  }
});
