import type { Page } from '@playwright/test';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { pressUntilGone } from '#test/fixtures/page/press-until-gone.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { RequestsPage } from '#test/page-models/requests-page.ts';
import { SandboxPage } from '#test/page-models/sandbox-page.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';

test.use({ shared: true });

const at = '2026-11-21T14:32:00.000Z';
const failure = { ok: false, error: { code: 'internal', at } };

/** From here on these calls of the console fail, until the function that comes back is called. */
async function fail(page: Page, ...calls: readonly string[]): Promise<() => Promise<void>> {
  const addresses = calls.map((call) => `**/calls/${call}`);
  for (const address of addresses) await page.route(address, (route) => route.fulfill({ json: failure }));
  return async () => {
    for (const address of addresses) await page.unroute(address);
  };
}

// The console keeps these answers in memory, and gives them in both hosts; what can fail is the way to them, here cut.
test('C11 [fault] (F25) Requests: a log that cannot be read, a request, a pause say so, and Retry reads them', async ({
  console: { page },
}) => {
  const requests = new RequestsPage(page);
  const problem = page.getByRole('main').getByRole('alert');
  await requests.open();
  await requests.rowOf('/migrations').first().waitFor();
  let mend = await fail(page, 'requests/get', 'requests/pause');
  await requests.rowOf('/migrations').first().click();
  await expect(problem).toContainText('Something failed inside the console');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Recording goes on as before.' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await mend();
  await problem.getByRole('button', { name: 'Retry' }).click();
  await expect(requests.drawer).toContainText('Request headers');

  mend = await fail(page, 'requests/list');
  await page.reload();
  await expect(problem.first()).toContainText('Something failed inside the console');
  await expect(problem.first().getByRole('button', { name: 'Copy details' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await mend();
  await problem.first().getByRole('button', { name: 'Retry' }).click();
  await requests.rowOf('/migrations').first().waitFor();
});

test('C11 [fault] (F25) Settings: each part that cannot be read says so in its place, and Retry reads it', async ({
  console: { page },
}) => {
  const settings = new SettingsPage(page);
  const problem = page.getByRole('main').getByRole('alert');
  await settings.open();
  await page.getByRole('heading', { name: 'Sandbox', exact: true }).waitFor();
  const mend = await fail(page, 'selfCheck/read', 'timeline/count');
  for (const part of ['Network', 'Self-check', 'About']) {
    await settings.show(part);
    await expect(problem).toContainText('Something failed inside the console');
  }
  expect(await findings(page)).toEqual([]);
  await settings.show('Data and refresh');
  await expect(problem).toContainText('Something failed inside the console');
  await expect(page.getByRole('button', { name: 'Erase the timeline' })).toHaveAttribute('aria-disabled', 'true');
  await mend();
  await settings.show('Network');
  await expect(page.getByText('Certificate checks', { exact: true })).toBeVisible();

  for (const [call, part] of [
    ['settings/get', 'Appearance'],
    ['profiles/list', 'All profiles'],
  ] as const) {
    const mendIt = await fail(page, call);
    await settings.show(part);
    await page.reload();
    await expect(problem).toContainText('Something failed inside the console');
    await mendIt();
    await pressUntilGone(problem, 'Retry');
    await expect(page.getByRole('heading', { name: part })).toBeVisible();
  }
});

test('W4 C10 [fault] (F25) Sandbox: a state that cannot be read anew stays with its age, and is asked again by itself', async ({
  console: { page },
}) => {
  const sandbox = new SandboxPage(page);
  await sandbox.open();
  await expect(sandbox.card('Clock')).toBeVisible();
  const old = page.getByRole('status').filter({ hasText: 'It is asked again by itself.' });
  const mend = await fail(page, 'sandbox/state');
  await expect(old).toContainText(/This is how it was at \d\d:\d\d\./);
  await expect(sandbox.card('Clock')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await mend();
  await expect(old).toHaveCount(0);
});

// Two million rows of real profiles would be needed; that they are let go, and the reason told, is a test of the trusted half.
test('C33 [fault] (F12) rows that were let go are told from rows that were never loaded, and come back with Load all', async ({
  console: { page },
}) => {
  await mustCall(page, 'settings', 'change', { loadAllBySelf: false });
  const sentence = 'All profiles together keep 2,000,000 loaded rows, and the others were used later.';
  await page.route('**/calls/loaded/state', async (route) => {
    const outcome = (await (await route.fetch()).json()) as { value: LoadedState };
    const value = {
      ...outcome.value,
      ...(outcome.value.phase === 'none' ? { problem: { code: 'rows_let_go', at } } : {}),
    };
    await route.fulfill({ json: { ok: true, value } });
  });
  await mustCall(page, 'loaded', 'clear', { resource: 'migrations' });
  await goTo(page, '/migrations?view=all');
  await expect(page.getByRole('heading', { name: 'The loaded rows were let go' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(sentence);
  expect(await findings(page)).toEqual([]);
  await page.locator('.listing-middle').getByRole('button', { name: 'Load all' }).click();
  await expect(new LoadedPage(page, 'Migrations').count(250)).toBeVisible();
});
