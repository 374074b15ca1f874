import type { Page } from '@playwright/test';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';
import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const path = '/api/v1/migrations';

test.use({ shared: true });

/** Switches to the stand-in and waits until the page asked it. */
async function show(page: Page, standIn: StandInService): Promise<TablePage> {
  await useProfile(page, standIn.url);
  const migrations = new TablePage(page, 'Migrations');
  await migrations.open();
  await expect.poll(() => standIn.seen.some((line) => line.startsWith(`GET ${path}`))).toBe(true);
  return migrations;
}

test('C11 [fault] (F16) a web page instead of JSON is told apart', async ({ console: open, standIn }) => {
  standIn.answer(path, {
    headers: { 'Content-Type': 'text/html' },
    body: '<!doctype html><h1>Log in to the guest network</h1>',
  });
  await show(open.page, standIn);
  await expect(open.page.getByText('The reply could not be read')).toBeVisible();
  await expect(open.page.getByText('Log in to the guest network')).toHaveCount(0);
});

test('C6 no total: "next" exists while full pages come back', async ({ console: open, standIn }) => {
  standIn.answer(path, (request, reply) => {
    const page = Number(new URL(request.url ?? '', standIn.url).searchParams.get('page'));
    const count = page < 3 ? 25 : 7;
    const body = Array.from({ length: count }, (_, index) => migrationOf(page * 100 + index));
    reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const migrations = await show(open.page, standIn);
  await expect(migrations.rows).toHaveCount(25);
  await expect(migrations.lastPage).toHaveCount(0);
  await migrations.nextPage.click();
  await migrations
    .range('Rows 26–50')
    .or(open.page.getByText(/Rows 26–50/))
    .first()
    .waitFor();
  await migrations.nextPage.click();
  await expect(migrations.rows).toHaveCount(7);
  await expect(migrations.nextPage).toBeDisabled();
});

test('C6 a malformed row is shown as malformed, the rest stays', async ({ console: open, standIn }) => {
  const results = [migrationOf(1), { id: 7, nothing: 'else' }, migrationOf(3)];
  standIn.answer(path, { body: { results, page: { size: 25, total: 3 } } });
  const migrations = await show(open.page, standIn);
  await expect(migrations.rows).toHaveCount(3);
  await expect(migrations.table.getByText(/Row 2 could not be read/)).toBeVisible();
});

test('C9 [security] (T12) unknown statuses and script payloads are shown as text', async ({
  console: open,
  standIn,
}) => {
  const payload = '<img src=x onerror="document.title=\'owned\'">';
  const results = [
    migrationOf(1, { status: 'REVERTING' }),
    migrationOf(2, { status: payload, created_by_user_id: payload }),
  ];
  standIn.answer(path, { body: { results, page: { size: 25, total: 2 } } });
  const migrations = await show(open.page, standIn);
  await expect(migrations.table.getByText('REVERTING', { exact: true })).toBeVisible();
  await expect(migrations.table.getByText(payload, { exact: true }).first()).toBeVisible();
  expect(await open.page.title()).not.toBe('owned');
});

test('C12 [fault] (F3) leaving the page gives up a call that stalls, before its deadline of 10 s', async ({
  console: open,
  standIn,
}) => {
  const { page } = open;
  let waiting = 0;
  standIn.answer(path, (_request, reply) => {
    waiting += 1;
    reply.once('close', () => (waiting -= 1));
  });
  await show(page, standIn);
  await expect.poll(() => waiting).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Requests' }).click();
  await expect(page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible();
  await expect.poll(() => waiting).toBe(0);
  // One that is given up at its deadline is tried again, and is said to have been too slow.
  const last = async () => {
    const { lines } = await mustCall<{ lines: RequestLine[] }>(page, 'requests', 'list', {});
    return lines.findLast((line) => line.path.startsWith(path))?.problem;
  };
  await expect.poll(last).toBe('cancelled');
});
