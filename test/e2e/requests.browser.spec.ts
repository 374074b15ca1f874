import type { Page } from '@playwright/test';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { callConsole, mustCall } from '#test/fixtures/console/call-console.ts';
import { pageHolds } from '#test/fixtures/console/connect-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { requestsAtRest } from '#test/fixtures/page/requests-at-rest.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { RequestsPage } from '#test/page-models/requests-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const path = '/api/v1/migrations';
const payload = '<img src=x onerror="document.title=\'owned\'">';

test.beforeEach(({ fakeService }) => {
  const results = [migrationOf(1, { region: payload }), migrationOf(2)];
  fakeService.answer(path, { body: { results, page: { size: 25, total: 2 } } });
});

test.use({ shared: true });

test.beforeEach(async ({ console: open }) => {
  // Automatic reads would change the counts of requests.
  await mustCall(open.page, 'settings', 'change', { loadAllBySelf: false });
});

/**
 * Switches to the fake service and waits until its list request is the newest in the log: earlier requests to the
 * Sandbox may be logged late.
 */
async function askFakeService(page: Page, fakeService: FakeService): Promise<void> {
  await useProfile(page, fakeService.url);
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(2);
  await requestsAtRest(page);
  await mustCall(page, 'migrations', 'list', { page: 1, pageSize: 25 });
  const newest = async () => {
    const { lines } = await mustCall<{ lines: RequestLine[] }>(page, 'requests', 'list', {});
    const { host = '', path: request = '' } = lines.at(-1) ?? {};
    return `http://${host}${request}`;
  };
  await expect.poll(newest).toBe(`${fakeService.url}${path}?page=1&page_size=25`);
}

test(
  'a request shows redacted headers, a body tree, drift and timing',
  { tag: ['@C30', '@W3', '@T5'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await askFakeService(page, fakeService);
    const requests = new RequestsPage(page);
    await requests.open();
    // Chooses the row by its path, because the pointer may pass over a link and prefetch Companies.
    await requests.rowOf('/migrations?page=1').first().click();
    const { drawer } = requests;
    await expect(drawer.getByText(/Bearer, ····0000, value never stored/)).toBeVisible();
    expect(await pageHolds(page, 'ferry_test_stand_in_0000')).toBe(false);

    const first = drawer.getByRole('button', { name: /^0:/ });
    await expect(first).toHaveAttribute('aria-expanded', 'true');
    await expect(drawer.getByText('not in the contract')).toBeVisible();
    await expect(drawer.getByText(JSON.stringify(payload))).toBeVisible();
    await first.click();
    await expect(first).toHaveAttribute('aria-expanded', 'false');
    expect(await page.title()).not.toBe('owned');

    await requests.tab('Contract').click();
    await expect(drawer.getByText('$.results[*].region')).toBeVisible();
    await requests.tab('Timing').click();
    await expect(drawer.getByText('Waiting for the response')).toBeVisible();
    await expect(drawer.getByText(/^Connecting/)).toBeVisible();
    await expect(drawer.getByText('unavailable')).toHaveCount(0);
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'requests are filtered by outcome, method, status and path, and an empty result is explained',
  { tag: '@C30' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await askFakeService(page, fakeService);
    // Requests a single migration, because the console requests lists automatically.
    const id = 'a0b1c2d3-0000-4000-8000-000000000001';
    fakeService.answer(`${path}/${id}`, { status: 404, body: { type: 'api_error', message: 'no' } });
    await callConsole(page, 'migrations', 'get', { id });
    const requests = new RequestsPage(page);
    await requests.open();
    // Looks for a whole cell, because a duration can be 404 ms.
    const status = page.getByRole('cell', { name: '404', exact: true });
    await expect(requests.rows.filter({ has: status })).toHaveCount(1);
    // From here on, the log gets no new lines.
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText("Paused. Requests aren't recorded.")).toBeVisible();
    const all = Number.parseInt(await requests.summary.innerText(), 10);
    await expect(requests.rows).toHaveCount(all);
    await requests.choose('Failed');
    await expect(requests.rows).toHaveCount(1);
    await requests.choose('POST');
    await expect(page.getByText('No request matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(requests.rows).toHaveCount(all);
    await page.keyboard.press('/');
    await expect(requests.filter).toBeFocused();
    await page.keyboard.type('404');
    await expect(requests.rows).toHaveCount(1);
    await page.reload();
    await expect(requests.rows).toHaveCount(1);
    await expect(requests.filter).toHaveValue('404');
  },
);

test(
  'by keyboard, requests are opened, browsed, sent again and closed',
  { tag: '@C30' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await askFakeService(page, fakeService);
    const requests = new RequestsPage(page);
    await requests.open();
    await requests.filter.fill('/migrations?');
    await expect(requests.rowOf('/companies')).toHaveCount(0);
    // The Sandbox's request is the oldest and the fake service's the newest.
    await requests.rows.first().focus();
    await page.keyboard.press('Enter');
    await expect(requests.drawer).toContainText(fakeService.url);
    const before = await requests.rows.count();
    const sentCount = fakeService.requests.length;
    const resend = requests.drawer.getByRole('button', { name: 'Resend' });
    await resend.focus();
    await page.keyboard.press('Enter');
    await expect(requests.rows).toHaveCount(before + 1);
    expect(fakeService.requests.slice(sentCount)).toEqual(['GET /api/v1/migrations?page=1&page_size=25']);
    await expect(requests.rows.first()).toHaveAttribute('aria-current', 'true');
    await requests.rows.first().focus();
    await page.keyboard.press('End');
    // A request that was sent to another service can't be resent to this one.
    await expect(resend).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(requests.drawer).toHaveCount(0);
  },
);

test(
  'a new request doesn’t take the focus if no element has the focus',
  { tag: '@C30' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await askFakeService(page, fakeService);
    const requests = new RequestsPage(page);
    await requests.open();
    const lists = requests.rowOf('/migrations?page=1');
    await lists.first().click();
    const row = requests.table.locator('tr[aria-current="true"]');
    await expect(row).toBeFocused();
    await row.evaluate((element) => element.blur());
    await expect(row).not.toBeFocused();
    const before = await lists.count();
    await mustCall(page, 'migrations', 'list', { page: 1, pageSize: 25 });
    await expect(lists).toHaveCount(before + 1);
    await expect(row).toHaveCount(1);
    await expect(row).not.toBeFocused();
  },
);

test(
  'requests can be paused, cleared and copied as cURL without the key',
  { tag: ['@C30', '@C31'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await askFakeService(page, fakeService);
    const requests = new RequestsPage(page);
    await requests.open();
    await requests.rowOf('/migrations?page=1').first().click();
    await requests.drawer.getByRole('button', { name: 'Copy as cURL' }).click();
    await expect(page.getByText('Copied as cURL')).toBeVisible();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain(`curl --globoff --request 'GET' '${fakeService.url}${path}?page=1&page_size=25'`);
    expect(command).toContain('$FERRY_API_KEY');
    expect(command).not.toContain('ferry_test_stand_in_0000');

    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText("Paused. Requests aren't recorded.")).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('Recording is paused')).toBeVisible();
    await new TablePage(page, 'Migrations').open();
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await requests.open();
    await expect(page.getByText('Recording is paused')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('No requests yet')).toBeVisible();
  },
);

test(
  'the badge counts failures, without user errors, until the user views them, and each request names its profile',
  { tag: '@C30' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await askFakeService(page, fakeService);
    const link = page.getByRole('navigation', { name: 'Console pages' }).getByRole('link', { name: /^Requests/ });
    fakeService.answer(`${path}/00000000-0000-4000-8000-000000000404`, {
      status: 404,
      body: { type: 'api_error', message: 'none' },
    });
    fakeService.answer(`${path}/00000000-0000-4000-8000-000000000503`, {
      status: 503,
      body: { type: 'api_error', message: 'busy' },
    });
    await callConsole(page, 'migrations', 'get', { id: '00000000-0000-4000-8000-000000000404' });
    await callConsole(page, 'migrations', 'get', { id: '00000000-0000-4000-8000-000000000503' });
    await expect(link).toHaveText(/3 failed/);
    await link.click();
    await expect(page.getByText(/last 500 requests/)).toBeVisible();
    await expect(link).not.toHaveText(/failed/);
    await expect(
      page.getByRole('table', { name: 'Requests' }).getByRole('cell', { name: 'Brightwater' }).first(),
    ).toBeVisible();
  },
);
