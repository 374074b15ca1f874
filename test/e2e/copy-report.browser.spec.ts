import type { Locator } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';
import { writtenLines } from '#test/fixtures/console/written-lines.ts';
import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const region = (migrations: TablePage): Locator => migrations.drawer.getByRole('region', { name: 'What was copied' });

interface Listed {
  readonly rows: readonly { readonly value?: { readonly id: string; readonly status: string } }[];
}

/** The newest migration of the Sandbox with this status. */
const newestWith = async ({ page }: OpenConsole, status: string): Promise<string> => {
  for (const number of [1, 2, 3]) {
    const { rows } = await mustCall<Listed>(page, 'migrations', 'list', { page: number, pageSize: 100 });
    const found = rows.find(({ value }) => value?.status === status);
    if (found?.value) return found.value.id;
  }
  throw new Error(`no ${status}`);
};

test('W14 what was copied, by keyboard: counts by collection, the items that were not, and all of them as a file', async ({
  console: open,
}) => {
  const { page } = open;
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  const id = await newestWith(open, 'COMPLETED_WITH_FAILURES');
  await goTo(page, `/migrations?open=${id}`);
  const report = region(migrations);
  await expect(report.getByRole('columnheader')).toHaveText(['Collection', 'Copied', 'Skipped', 'Failed']);
  await expect(report.getByRole('row', { name: /^Attachments/ })).toContainText('14 failed: too large.');
  await expect(report.getByRole('row', { name: /^Company/ }).getByRole('cell')).toHaveText(['1', '0', '0']);
  await expect(report).toContainText('A practice copy: nothing left the service.');
  expect(await findings(page)).toEqual([]);

  await report.getByRole('button', { name: 'Show the 14 items that were not copied' }).focus();
  await page.keyboard.press('Enter');
  const items = report.getByRole('list', { name: 'Items that were not copied' });
  await expect(items.getByRole('listitem')).toHaveCount(14);
  await expect(items.getByRole('listitem').first()).toContainText('Attachments, failed: too large');
  await expect(report.getByRole('status')).toHaveText('');
  expect(await findings(page)).toEqual([]);

  const [, all = ''] = /of ([\d,]+) items/.exec((await report.textContent()) ?? '') ?? [];
  const lines = await writtenLines(open, async () => {
    await report.getByRole('button', { name: 'Export report' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'As CSV, for a table' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Exports' })).toContainText(`Exported ${all} items to`);
  });
  expect(lines).toHaveLength(Number(all.replaceAll(',', '')) + 1);
  expect(lines.filter((line) => line.includes('"failed","too_large"'))).toHaveLength(14);
});

test('W14 the attention queue says how many items of a copy failed, and why', async ({ console: { page } }) => {
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  await goTo(page, '/overview');
  await page
    .getByText(/^Completed with failures/)
    .first()
    .click();
  await expect(page.getByText(/^14 of [\d,]+ items failed: too large$/).first()).toBeVisible();
});

const { id } = migrationOf(1);
const address = '/api/v1/migrations';
const reportAddress = `/reports/v1/migrations/${id}`;

const answerOne = (standIn: StandInService, features: object | null): void => {
  standIn.answer(address, { body: { results: [migrationOf(1)], page: { size: 25, total: 1 } } });
  standIn.answer(`${address}/${id}`, { body: migrationOf(1) });
  standIn.answer('/.well-known/ferry', features ? { body: features } : { status: 404, body: 'Not found' });
  standIn.answer(reportAddress, { status: 404, body: { message: 'There is no report.' } });
};

test('W14 a service without reports is named as one, and a migration without one as that', async ({
  console: { page },
  standIn,
}) => {
  const migrations = new TablePage(page, 'Migrations');
  for (const [features, words] of [
    [null, 'This service keeps no reports'],
    [{ version: '1.0.0', reports: true }, 'The service has no report of this migration'],
  ] as const) {
    answerOne(standIn, features);
    await useProfile(page, standIn.url, `Brightwater ${features ? 'new' : 'old'}`);
    await goTo(page, `/migrations?open=${id}`);
    await expect(region(migrations)).toContainText(words);
    await expect(region(migrations).getByRole('button')).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    // Who has said that it keeps none is not asked for one.
    expect(standIn.seen.some((one) => one.includes(reportAddress))).toBe(features !== null);
  }
});

test('W14 [fault] (F25) a report that cannot be read says so in its place, and is read again by a button', async ({
  console: { page },
  standIn,
}) => {
  const migrations = new TablePage(page, 'Migrations');
  answerOne(standIn, { version: '1.0.0', reports: true });
  standIn.answer(reportAddress, { status: 403, body: { message: 'no' } });
  await useProfile(page, standIn.url);
  await goTo(page, `/migrations?open=${id}`);
  await expect(region(migrations).getByRole('alert')).toContainText('This key may not read reports');
  await expect(migrations.drawer.getByRole('region', { name: 'Meaning' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  answerOne(standIn, { version: '1.0.0', reports: true });
  await region(migrations).getByRole('button', { name: 'Read the report again' }).click();
  await expect(region(migrations)).toContainText('The service has no report of this migration');
});

const [kind, began] = ['contacts', '2026-11-20T12:00:00.000Z'];
/** A report of one address book, of which so many items were copied and failed. */
const reportOf = (counts: { total: number; copied: number; failed: number }, status: string) => {
  const all = { ...counts, skipped: 0, pending: counts.total - counts.copied - counts.failed };
  const ended = status === 'WORKING' ? null : began;
  const reasons = [{ reason: 'too_large', count: counts.failed }];
  return {
    object: 'report',
    migration_id: id,
    status,
    is_practice: false,
    began,
    ended,
    kept_until: ended,
    ...all,
    collections: [{ id: kind, name: kind, kind, ...all, reasons }],
  };
};
const lineOf = (name: string, how: { state: string; reason: string | null }): string =>
  `${JSON.stringify({ collection: kind, kind, item: `${name}.vcf`, place: null, ...how })}\n`;
const [copied, failed] = [
  { state: 'copied', reason: null },
  { state: 'failed', reason: 'too_large' },
];

test('W14 the items that were not copied stay where they are while a copy runs, and new ones come between them', async ({
  console: { page },
  standIn,
}) => {
  answerOne(standIn, { version: '1.0.0', reports: true });
  const show = (failures: readonly string[]): void => {
    const migration = migrationOf(1, { status: 'WORKING' });
    standIn.answer(`${address}/${id}`, { body: migration });
    standIn.answer(address, { body: { results: [migration], page: { size: 25, total: 1 } } });
    const counts = { total: 90, copied: 40, failed: failures.length };
    standIn.answer(reportAddress, { body: reportOf(counts, 'WORKING') });
    standIn.answer(`${reportAddress}/items`, (_request, reply) => {
      reply.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      reply.end(failures.map((name) => lineOf(name, failed)).join(''));
    });
  };
  show(['b', 'd']);
  await useProfile(page, standIn.url);
  await goTo(page, `/migrations?open=${id}`);
  const report = region(new TablePage(page, 'Migrations'));
  await report.getByRole('button', { name: 'Show the 2 items that were not copied' }).click();
  const items = report.getByRole('list', { name: 'Items that were not copied' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  const read = await items.last().elementHandle();
  for (const names of [
    ['a', 'b', 'd'],
    ['a', 'b', 'c', 'd', 'e'],
  ]) {
    show(names);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(items).toHaveText(names.map((name) => new RegExp(`^${name}\\.vcf`)));
    // The very line that somebody reads, not one like it.
    expect(await read?.evaluate((line: { isConnected: boolean }) => line.isConnected)).toBe(true);
    await expect(report.getByRole('status')).toHaveText('');
  }
});

test('W14 a forbidden collection and one that was never reached say so in words', async ({
  console: { page },
  standIn,
}) => {
  answerOne(standIn, { version: '1.0.0', reports: true });
  const whole = reportOf({ total: 12, copied: 12, failed: 0 }, 'FAILED');
  const none = { kind, total: 0, copied: 0, skipped: 0, failed: 0, pending: 0, reasons: [] };
  const forbidden = { ...none, id: 'f', name: 'Shared', total: 7, pending: 7, is_counted: true, is_forbidden: true };
  const unreached = { ...none, id: 'u', name: 'Last', is_counted: false, is_forbidden: false };
  const [first] = whole.collections;
  const collections = [{ ...first, reasons: [] }, forbidden, unreached];
  standIn.answer(reportAddress, { body: { ...whole, total: 19, pending: 7, collections } });
  await useProfile(page, standIn.url);
  await goTo(page, `/migrations?open=${id}`);
  const report = region(new TablePage(page, 'Migrations'));
  await expect(report).toContainText('12 of at least 19 items');
  const shared = report.getByRole('row', { name: /^Shared/ });
  await expect(shared.getByRole('rowheader')).toContainText('The source forbids this collection.');
  await expect(shared.getByRole('cell')).toHaveText(['0', '0', '0', '7']);
  const last = report.getByRole('row', { name: /^Last/ });
  await expect(last.getByRole('rowheader')).toContainText('Never reached: nobody knows how many items it has.');
  await expect(last.getByRole('cell').last()).toHaveText('?');
  expect(await findings(page)).toEqual([]);
});

test('W14 [fault] (F25) a service whose pages of items go round in a circle is not read for ever', async ({
  console: { page },
  standIn,
}) => {
  answerOne(standIn, { version: '1.0.0', reports: true });
  standIn.answer(reportAddress, { body: reportOf({ total: 90, copied: 80, failed: 10 }, 'COMPLETED_WITH_FAILURES') });
  const asked: (string | null)[] = [];
  standIn.answer(`${reportAddress}/items`, (request, reply) => {
    const after = new URL(request.url ?? '/', standIn.url).searchParams.get('after');
    asked.push(after);
    const link = `<${reportAddress}/items?after=${after === 'one' ? 'two' : 'one'}>; rel="next"`;
    reply.writeHead(200, { 'Content-Type': 'application/x-ndjson', Link: link }).end(lineOf(`${after}`, failed));
  });
  await useProfile(page, standIn.url);
  await goTo(page, `/migrations?open=${id}`);
  const report = region(new TablePage(page, 'Migrations'));
  await report.getByRole('button', { name: 'Show the 10 items that were not copied' }).click();
  await expect(report.getByRole('alert')).toContainText('names a page again');
  await expect(report.getByRole('listitem')).toHaveCount(3);
  expect(asked).toEqual([null, 'one', 'two']);
  expect(await findings(page)).toEqual([]);
});

test('W14 a list of items that a failure has ended goes on from there by a button', async ({
  console: { page },
  standIn,
}) => {
  answerOne(standIn, { version: '1.0.0', reports: true });
  standIn.answer(reportAddress, { body: reportOf({ total: 4, copied: 2, failed: 2 }, 'COMPLETED_WITH_FAILURES') });
  const asked: (string | null)[] = [];
  standIn.answer(`${reportAddress}/items`, (request, reply) => {
    const after = new URL(request.url ?? '/', standIn.url).searchParams.get('after');
    asked.push(after);
    const names = after === null ? ['0', '1'] : ['2', '3'];
    const lines = names.map((name, index) => lineOf(name, index === 0 ? copied : failed)).join('');
    const link = { Link: `<${reportAddress}/items?after=2>; rel="next"` };
    if (asked.length === 2) reply.writeHead(403, { 'Content-Type': 'application/json' }).end('{"message":"no"}');
    else {
      reply.writeHead(200, { 'Content-Type': 'application/x-ndjson', ...(after === null ? link : {}) });
      reply.end(lines);
    }
  });
  await useProfile(page, standIn.url);
  await goTo(page, `/migrations?open=${id}`);
  const report = region(new TablePage(page, 'Migrations'));
  await report.getByRole('button', { name: 'Show the 2 items that were not copied' }).click();
  await expect(report.getByRole('alert')).toBeVisible();
  const items = report.getByRole('list', { name: 'Items that were not copied' }).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await report.getByRole('button', { name: 'Go on' }).click();
  await expect(items).toHaveCount(2);
  await expect(report.getByRole('alert')).toHaveCount(0);
  expect(asked).toEqual([null, '2', '2']);
});
