import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { pressUntilHidden } from '#test/fixtures/page/press-until-hidden.ts';
import { RequestsPage } from '#test/page-models/requests-page.ts';
import { SandboxPage } from '#test/page-models/sandbox-page.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';

test.use({ shared: true });

const at = '2026-11-21T14:32:00.000Z';
const failure = { ok: false, error: { code: 'internal', at } };

/** Makes these calls of the console fail until the returned function is called. */
async function fail(page: Page, ...calls: readonly string[]): Promise<() => Promise<void>> {
  const addresses = calls.map((call) => `**/calls/${call}`);
  for (const address of addresses) await page.route(address, (route) => route.fulfill({ json: failure }));
  return async () => {
    for (const address of addresses) await page.unroute(address);
  };
}

// Both hosts answer these calls from memory, so only a lost connection can make them fail.
test(
  'a request log that can’t be read shows an error after a reload, and Retry reads it',
  { tag: ['@C11', '@F25'] },
  async ({ console: { page } }) => {
    const requests = new RequestsPage(page);
    const problem = page.getByRole('main').getByRole('alert');
    await requests.open();
    await requests.rowOf('/migrations').first().waitFor();
    const restoreCall = await fail(page, 'requests/list');
    await page.reload();
    await expect(problem.first()).toContainText('Internal error');
    await expect(problem.first().getByRole('button', { name: 'Copy details' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await restoreCall();
    await problem.first().getByRole('button', { name: 'Retry' }).click();
    await requests.rowOf('/migrations').first().waitFor();
  },
);

test(
  'settings and profiles that can’t be read show an error after a reload, and Retry reads them',
  { tag: ['@C11', '@F25'] },
  async ({ console: { page } }) => {
    const settings = new SettingsPage(page);
    const problem = page.getByRole('main').getByRole('alert');
    await settings.open();
    await page.getByRole('heading', { name: 'Sandbox', exact: true }).waitFor();
    for (const [call, part] of [
      ['settings/get', 'Appearance'],
      ['profiles/list', 'All profiles'],
    ] as const) {
      const mendIt = await fail(page, call);
      await settings.show(part);
      await page.reload();
      await expect(problem).toContainText('Internal error');
      await mendIt();
      await pressUntilHidden(problem, 'Retry');
      await expect(page.getByRole('heading', { name: part })).toBeVisible();
    }
  },
);

test(
  'Sandbox: a state that can’t be refreshed stays visible with its age, and is refreshed automatically later',
  { tag: ['@W4', '@C10', '@F25'] },
  async ({ console: { page } }) => {
    const sandbox = new SandboxPage(page);
    await sandbox.open();
    await expect(sandbox.card('Clock')).toBeVisible();
    const oldStatus = page.getByRole('status').filter({ hasText: 'The console retries automatically.' });
    const restoreCall = await fail(page, 'sandbox/state');
    await expect(oldStatus).toContainText(/Last known state, from \d\d:\d\d\./);
    await expect(sandbox.card('Clock')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await restoreCall();
    await expect(oldStatus).toHaveCount(0);
  },
);
