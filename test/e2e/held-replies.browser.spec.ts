import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { pushedSinceOpened } from '#test/fixtures/page/layout-shift.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { RequestsPage } from '#test/page-models/requests-page.ts';
import { SandboxPage } from '#test/page-models/sandbox-page.ts';

test.use({ shared: true });

interface HeldReply {
  /** The console has written the reply. */
  readonly written: Promise<void>;
  /** Lets the page read it; resolves when the page has it. */
  readonly release: () => Promise<void>;
}

/** Keeps the page's next reply to this call back; whatever the page asks after it is answered at the end. */
async function holdReply(page: Page, call: string): Promise<HeldReply> {
  let letGo = (): void => undefined;
  const go = new Promise<void>((resolve) => (letGo = resolve));
  let isFirst = true;
  const written = new Promise<void>((resolve) => {
    void page.route(`**/calls/${call}`, async (route) => {
      if (!isFirst) return;
      isFirst = false;
      const response = await route.fetch();
      resolve();
      await go;
      await route.fulfill({ response });
    });
  });
  return {
    written,
    release: async () => {
      const read = page.waitForResponse(`**/calls/${call}`);
      letGo();
      await (await read).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    },
  };
}

// A reply and an event come by different ways: a slow reply can be older than an event that the page knows already.
test('C30 Requests: a log that was read before a call was made does not hide the call', async ({
  console: { page },
}) => {
  const requests = new RequestsPage(page);
  const { written, release } = await holdReply(page, 'requests/list');
  const told = page.waitForRequest('**/calls/companies/list');
  await requests.open();
  await written;
  await mustCall(page, 'companies', 'list', { page: 1, pageSize: 10 });
  await told;
  // Lines are told four times a second at most.
  await page.waitForTimeout(600);
  await release();
  await expect(requests.rowOf('page_size=10')).toHaveCount(1);
});

test('W4 Sandbox: a state that was read before a change does not bring the old state back', async ({
  console: { page },
}) => {
  const sandbox = new SandboxPage(page);
  await sandbox.open();
  await expect(sandbox.card('Clock')).toBeVisible();
  const { written, release } = await holdReply(page, 'sandbox/state');
  await written;
  await mustCall(page, 'sandbox', 'advanceClock', { seconds: 3_600 });
  await expect(sandbox.card('Clock')).toContainText('1 h ahead');
  await release();
  expect(await sandbox.card('Clock').textContent()).toContain('1 h ahead');
  await mustCall(page, 'sandbox', 'putClockBack', {});
});

test('C12 Link tokens: a history that was read before a token was made does not hide the token', async ({
  console: { page },
}) => {
  const before = (await mustCall<unknown[]>(page, 'linkTokens', 'history', {})).length;
  const { written, release } = await holdReply(page, 'linkTokens/history');
  await page.getByRole('navigation').getByRole('link', { name: 'Link tokens' }).click();
  await written;
  await mustCall(page, 'linkTokens', 'mint', {});
  const history = page.getByRole('region', { name: /^History/ });
  await expect(history.getByRole('listitem')).toHaveCount(before + 1);
  await release();
  expect(await history.getByRole('listitem').count()).toBe(before + 1);
});

test('C33 Migrations: a sort that takes long says so, and Cancel brings back the order that is shown', async ({
  console: { page },
}) => {
  const migrations = new TablePage(page, 'Migrations');
  await mustCall(page, 'loaded', 'start', { resource: 'migrations', confirmed: true });
  await page.evaluate(() => (location.hash = '/migrations?view=all'));
  const company = migrations.table.getByRole('columnheader', { name: 'Company' });
  await expect(migrations.table.locator('tr[data-row-id]').first()).toBeVisible();
  // Never answered: the page gives it up by itself.
  await page.route('**/calls/loaded/window', (route) =>
    route.request().postData()?.includes('"column":"company"') ? undefined : route.continue(),
  );
  await company.getByRole('button').click();
  const scope = page.getByRole('toolbar', { name: 'Filters' });
  await expect(scope).toContainText(/Sorting/);
  await expect(company).toHaveAttribute('aria-sort', /ascending/);
  await expect(migrations.table.locator('tr[data-row-id]').first()).toBeVisible();
  const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/calls/loaded/window'));
  await scope.getByRole('button', { name: 'Cancel' }).click();
  await gone;
  await expect(scope).not.toContainText(/Sorting/);
  await expect(company).not.toHaveAttribute('aria-sort', /ascending/);
});

test('C33 Migrations: a search that takes long says so, and Cancel brings back the rows that are shown', async ({
  console: { page },
}) => {
  const { table } = new TablePage(page, 'Migrations');
  await mustCall(page, 'loaded', 'start', { resource: 'migrations', confirmed: true });
  await page.evaluate(() => (location.hash = '/migrations?view=all'));
  const scope = page.getByRole('toolbar', { name: 'Filters' });
  await expect(scope).toContainText('Filters search all loaded rows');
  await expect(table.locator('tr[data-row-id]').first()).toBeVisible();
  const text = 'unfindable';
  // Never answered: the page gives it up by itself.
  await page.route('**/calls/loaded/window', (route) =>
    route.request().postData()?.includes(text) ? undefined : route.continue(),
  );
  await page.evaluate((of) => (location.hash = `/migrations?view=all&text=${encodeURIComponent(of)}`), text);
  await expect(scope).toContainText(/Searching/);
  const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/calls/loaded/window'));
  await scope.getByRole('button', { name: 'Cancel' }).click();
  await gone;
  await expect(scope).not.toContainText(/Searching/);
  await expect(page).not.toHaveURL(/text=/);
  await expect(table.locator('tr[data-row-id]').first()).toBeVisible();
});

for (const call of ['settings/get', 'console/state']) {
  test(`C32 a banner that is known after the rows (${call}) pushes nothing down`, async ({ console: { page } }) => {
    const { rows } = new TablePage(page, 'Migrations');
    const { written, release } = await holdReply(page, call);
    const listed = page.waitForResponse('**/calls/migrations/list');
    await page.reload();
    await written;
    await (await listed).finished();
    // Rows that do not wait for the banner are drawn by then.
    expect(await pushedSinceOpened(page)).toEqual([]);
    await release();
    await expect(rows).toHaveCount(25);
    await expect(page.getByText('You are looking at the built-in Sandbox.')).toBeVisible();
    expect(await pushedSinceOpened(page)).toEqual([]);
  });
}
