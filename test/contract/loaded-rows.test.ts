import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { createHandClock } from '#test/fixtures/timing/hand-clock.ts';
import { type PagedList, servePages } from '#test/fixtures/service/paged-service.ts';
import { connectTo, openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const resource = 'migrations';
const path = '/api/v1/migrations';
let service: FakeService;
let list: PagedList;
let theConsole: TestConsole;
beforeEach(async () => {
  service = await startFakeService();
  list = servePages(service, 1_050);
  theConsole = await openConnected(service.url);
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

const stateNow = async (): Promise<LoadedState> => valueOf(await theConsole.call('loaded', 'state', { resource }));
const start = async () => valueOf(await theConsole.call('loaded', 'start', { resource }));
const until = async (wanted: Partial<LoadedState>): Promise<LoadedState> => {
  await eventually(async () => expect(await stateNow()).toMatchObject(wanted));
  return stateNow();
};
const windowOf = async (query: object, limit = 200) =>
  valueOf(await theConsole.call('loaded', 'window', { resource, query, offset: 0, limit }));
const linesOf = async (label: string) => {
  const { lines } = valueOf(await theConsole.call('requests', 'list', {}));
  return lines.filter(({ bulk }) => bulk?.label === label);
};

/** The delay before an automatic load. */
const autoRetryMs = 1_500;
const reopenWithHandClock = async () => {
  await theConsole.close();
  const clock = createHandClock();
  theConsole = await openConnected(service.url, { clock });
  return clock;
};
/** Sends a request that arrives after all requests that were already triggered. */
const sendUnrelatedRequest = async () => valueOf(await theConsole.call('companies', 'list', { page: 1, pageSize: 25 }));
/** Waits until all list requests have been answered, and returns their number. */
const requestsWhenSettled = async () => {
  // Sends two requests: the first can overtake a request that is still connecting, but the second can't.
  await sendUnrelatedRequest();
  await sendUnrelatedRequest();
  await eventually(() => expect(list.inFlight()).toBe(0));
  return list.requestedPages.length;
};

test(
  'loading all rows reads every page, two at a time, then page 1 again, with one line in the request log',
  { tags: '@C33' },
  async () => {
    list.delayMs = 5;
    const startedAt = performance.now();
    const plan = valueOf(await theConsole.call('loaded', 'plan', { resource }));
    expect(plan).toMatchObject({ rows: 1_050, requests: 12 });
    await start();
    const all = { phase: 'complete', rows: 1_050, total: 1_050, missing: 0, problem: null } as const;
    expect(await until(all)).toMatchObject({ requests: { done: 12, planned: 12 } });
    expect(list.maxConcurrent).toBe(2);
    // The first request asked for only one row, to learn the total.
    expect(list.requestedPages.slice(1).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await expect.poll(async () => (await linesOf('Load all')).map(({ bulk }) => bulk?.requests)).toEqual([1, 12]);
    const notifications = () => theConsole.events.filter(({ name }) => name === 'loaded:changed');
    await expect.poll(() => notifications().at(-1)?.data).toMatchObject({ phase: 'complete' });
    // The console sends at most four events per second, so a slower run may have more.
    expect(notifications().length).toBeLessThan(12 + (performance.now() - startedAt) / 250);
  },
);

test('all loaded rows are searched, filtered, sorted and counted', { tags: '@C33' }, async () => {
  list.rows = Array.from({ length: 500 }, (_, index) =>
    migrationOf(index, { status: index % 5 === 0 ? 'FAILED' : 'COMPLETE' }),
  );
  await start();
  await until({ phase: 'complete' });
  const found = await windowOf({ search: 'PERSON-7@' });
  expect([found.loaded, found.matched, found.rows[0]?.id]).toEqual([500, 1, migrationOf(7).id]);
  const failed = await windowOf(
    { filters: { status: ['FAILED'] }, sort: { column: 'user', direction: 'ascending' } },
    3,
  );
  expect([failed.matched, ...failed.rows.map(({ id }) => id)]).toEqual([100, ...[0, 100, 105].map(idOf)]);
  const groups = { resource, query: { createdFrom: migrationOf(9).created }, by: 'status' } as const;
  const { groups: counted } = valueOf(await theConsole.call('loaded', 'groups', groups));
  expect(counted).toMatchObject([
    { key: 'COMPLETE', count: 8 },
    { key: 'FAILED', count: 2, newest: migrationOf(0).created },
  ]);
});
const idOf = (index: number) => migrationOf(index).id;

test('a migration that a call returns after the load joins the loaded rows', { tags: '@C33' }, async () => {
  await start();
  await until({ phase: 'complete' });
  const failedMigration = migrationOf(2_000, { status: 'FAILED' });
  service.answer(`${path}/${failedMigration.id}`, { body: failedMigration });
  valueOf(await theConsole.call('migrations', 'get', { id: failedMigration.id }));
  expect(await until({ rows: 1_051 })).toMatchObject({ total: 1_051, missing: 0 });
  const { rows } = await windowOf({ filters: { status: ['FAILED'] } });
  expect(rows.map(({ id }) => id)).toContain(failedMigration.id);
});

test('the console reads pages without a total until no new rows arrive', { tags: '@C33' }, async () => {
  list.reportsTotal = false;
  expect(valueOf(await theConsole.call('loaded', 'plan', { resource }))).toMatchObject({ rows: null, requests: null });
  await start();
  expect(await until({ phase: 'complete' })).toMatchObject({ rows: 1_050, total: null, missing: null });
});

test(
  'a service with smaller pages than requested, or with one page repeated forever, is read to its end',
  { tags: '@C33' },
  async () => {
    list.maxPerPage = 30;
    await start();
    expect(await until({ phase: 'complete' })).toMatchObject({ rows: 1_050, missing: 0 });
    service.answer(path, { body: [migrationOf(1), migrationOf(2), 'not a row'] });
    await start();
    expect(await until({ phase: 'complete' })).toMatchObject({ rows: 2, total: null, missing: null });
    expect((await stateNow()).unreadable).toBeGreaterThan(0);
  },
);

test(
  'a row that moves during a load is stored once, a new row appears, and possible gaps are reported',
  { tags: ['@C33', '@F11'] },
  async () => {
    let added = 0;
    list.onPage = (page) => {
      if (page === 1 || added >= 20) return;
      added += 1;
      list.rows.unshift(migrationOf(5_000 + added));
    };
    await start();
    const state = await until({ phase: 'complete' });
    expect(state).toMatchObject({ rows: 1_050 + added, total: 1_050 + added, missing: 0 });
    list.onPage = () => undefined;
    list.rows = list.rows.filter((_, index) => index < 500 || index >= 700);
    service.answer(path, { body: { results: list.rows.slice(0, 100), page: { size: 100, total: 1_200 } } });
    await theConsole.call('loaded', 'start', { resource });
    expect(await until({ phase: 'complete', rows: 100 })).toMatchObject({ total: 1_200, missing: 1_100 });
  },
);

test(
  'a failed page is retried, and after a 429 the console waits and then requests one page at a time',
  { tags: ['@C33', '@F11'] },
  async () => {
    const failing = new Map([
      [3, { status: 503 }],
      [5, { status: 429, headers: { 'Retry-After': '1' } }],
    ]);
    let limitedAt = 0;
    let maxInFlight = 0;
    list.delayMs = 5;
    list.onPage = (page) => {
      const answer = failing.get(page);
      failing.delete(page);
      if (answer?.status === 429) limitedAt = performance.now();
      else if (limitedAt > 0 && performance.now() - limitedAt > 500)
        maxInFlight = Math.max(maxInFlight, list.inFlight());
      return answer;
    };
    await start();
    expect(await until({ phase: 'waiting' })).toMatchObject({ problem: { code: 'service_failed' } });
    const limited = await until({ phase: 'waiting', problem: { code: 'rate_limited' } } as never);
    expect(limited.nextTryAt).not.toBeNull();
    expect(await until({ phase: 'complete' })).toMatchObject({ rows: 1_050, missing: 0, problem: null });
    expect(performance.now() - limitedAt).toBeGreaterThan(990);
    expect([maxInFlight, list.requestedPages.filter((page) => page === 3).length]).toEqual([1, 2]);
  },
);

test(
  'a load keeps its rows when it is paused or cancelled, and continues from its position',
  { tags: '@C33' },
  async () => {
    list.delayMs = 20;
    await start();
    await eventually(async () => expect((await stateNow()).rows).toBeGreaterThan(0));
    await theConsole.call('loaded', 'pause', { resource });
    await until({ phase: 'paused' });
    const request = await requestsWhenSettled();
    await sendUnrelatedRequest();
    expect(list.requestedPages.length).toBe(request);
    await theConsole.call('loaded', 'resume', { resource });
    await eventually(() => expect(list.requestedPages.length).toBeGreaterThan(request + 1));
    await theConsole.call('loaded', 'cancel', { resource });
    const cancelled = await until({ phase: 'cancelled' });
    expect(cancelled.rows).toBeGreaterThan(0);
    // The rows of pages that arrived before the cancellation stay.
    await expect.poll(async () => (await windowOf({})).matched === (await stateNow()).rows).toBe(true);
    await theConsole.call('loaded', 'resume', { resource });
    expect(await until({ phase: 'complete' })).toMatchObject({ rows: 1_050, missing: 0 });
  },
);

test(
  'a refresh reads from page 1 until it meets known IDs, wherever the service puts new rows',
  { tags: '@C33' },
  async () => {
    await start();
    await until({ phase: 'complete' });
    const requestCount = list.requestedPages.length;
    list.rows.unshift(migrationOf(9_001), migrationOf(9_002));
    await theConsole.call('loaded', 'topUp', { resource });
    const topped = await until({ phase: 'complete', rows: 1_052 });
    expect([topped.isTopUp, topped.missing, list.requestedPages.slice(requestCount)]).toEqual([true, 0, [1]]);
    expect(topped.toppedUpAt).not.toBeNull();
    list.rows.push(migrationOf(9_003));
    await theConsole.call('loaded', 'topUp', { resource });
    expect(await until({ phase: 'complete', rows: 1_053 })).toMatchObject({ missing: 0 });
  },
);

test('a status from another call updates the loaded row', { tags: '@C33' }, async () => {
  await start();
  const before = await until({ phase: 'complete' });
  list.rows[0] = migrationOf(0, { status: 'FAILED' });
  await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 });
  await eventually(async () => expect((await stateNow()).version).toBeGreaterThan(before.version));
  expect((await windowOf({ filters: { status: ['FAILED'] } })).rows.map(({ id }) => id)).toEqual([idOf(0)]);
});

test(
  'each profile has its own rows: a switch stops the load, and the rows return with the profile',
  { tags: '@C33' },
  async () => {
    list.delayMs = 20;
    const first = valueOf(await theConsole.call('console', 'state', {})).profile.id;
    await start();
    await eventually(async () => expect((await stateNow()).rows).toBeGreaterThan(0));
    const second = await connectTo(theConsole, service.url, { name: 'Second' });
    const pageCountAtSwitch = list.requestedPages.length;
    expect(await stateNow()).toMatchObject({ profileId: second, phase: 'none', rows: 0 });
    expect((await windowOf({})).loaded).toBe(0);
    // After the switch, only requests that were in flight before it arrive.
    const request = await requestsWhenSettled();
    expect(request).toBeLessThanOrEqual(pageCountAtSwitch + 2);
    await sendUnrelatedRequest();
    expect(list.requestedPages.length).toBe(request);
    await theConsole.call('profiles', 'switch', { id: first });
    expect((await until({ phase: 'cancelled' })).rows).toBeGreaterThan(0);
    const key = { profileId: first, key: 'ferry_test_another_key_00', storage: 'session', replace: true } as const;
    valueOf(await theConsole.call('apiKey', 'set', key));
    // Another key may belong to another organization.
    expect(await stateNow()).toMatchObject({ phase: 'none', rows: 0 });
  },
);

test('a new key reloads the rows and discards the rows of the old key', { tags: '@C42' }, async () => {
  const profileId = valueOf(await theConsole.call('console', 'state', {})).profile.id;
  await start();
  await until({ phase: 'complete' });
  const requestCount = list.requestedPages.length;
  const key = { profileId, key: 'ferry_test_another_key_00', storage: 'session', replace: true } as const;
  valueOf(await theConsole.call('apiKey', 'set', key));
  expect(await stateNow()).toMatchObject({ phase: 'none', rows: 0 });
  expect(await until({ phase: 'complete' })).toMatchObject({ rows: 1_050, isTopUp: false });
  expect(list.requestedPages.length).toBeGreaterThan(requestCount);
});

test(
  'a profile with few migrations loads automatically, unless the user has turned automatic loads off',
  { tags: '@C33' },
  async () => {
    const clock = await reopenWithHandClock();
    await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 });
    await sendUnrelatedRequest();
    expect(await stateNow()).toMatchObject({ phase: 'none' });
    await clock.advanceWhenAwaited(autoRetryMs);
    expect(await until({ phase: 'complete' })).toMatchObject({ rows: 1_050 });
    await connectTo(theConsole, service.url, { name: 'Second' });
    await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 });
    // Turning off automatic loading also applies if the first list has already arrived.
    await theConsole.call('settings', 'change', { loadAllBySelf: false });
    await clock.advanceWhenAwaited(autoRetryMs);
    await sendUnrelatedRequest();
    expect(await stateNow()).toMatchObject({ phase: 'none' });
  },
);

test(
  'a load interrupted by a profile switch continues automatically, but not a load that the user stopped',
  { tags: '@C33' },
  async () => {
    const clock = await reopenWithHandClock();
    list.delayMs = 20;
    const first = valueOf(await theConsole.call('console', 'state', {})).profile.id;
    await start();
    await eventually(async () => expect((await stateNow()).rows).toBeGreaterThan(0));
    await theConsole.call('loaded', 'cancel', { resource });
    await until({ phase: 'cancelled' });
    const second = await connectTo(theConsole, service.url, { name: 'Second' });
    await theConsole.call('profiles', 'switch', { id: first });
    await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 });
    await clock.advanceWhenAwaited(autoRetryMs);
    await sendUnrelatedRequest();
    const { rows } = await until({ phase: 'cancelled' });
    await theConsole.call('loaded', 'resume', { resource });
    await eventually(async () => expect((await stateNow()).rows).toBeGreaterThan(rows));
    await theConsole.call('profiles', 'switch', { id: second });
    await theConsole.call('profiles', 'switch', { id: first });
    expect(await stateNow()).toMatchObject({ phase: 'cancelled' });
    await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 });
    await clock.advanceWhenAwaited(autoRetryMs);
    expect(await until({ phase: 'complete' })).toMatchObject({ rows: 1_050 });
  },
);

test('the overview counts a sample before a load, and all rows after it', { tags: '@C40' }, async () => {
  const now = Date.now();
  list.rows = Array.from({ length: 300 }, (_, index) =>
    migrationOf(index, {
      created: new Date(now - index * 600_000).toISOString(),
      status: index % 3 === 0 ? 'FAILED' : 'WORKING',
      company_id: index % 2 === 0 ? null : '10000000-0000-4000-8000-000000000001',
    }),
  );
  const overview = async () => valueOf(await theConsole.call('loaded', 'overview', {}));
  expect(await overview()).toMatchObject({
    source: 'sample',
    rows: 100,
    total: 300,
    attention: { counts: { stuck: 62, failed: 34 } },
  });
  await theConsole.call('settings', 'change', { stuckHours: { WORKING: 0.1, PENDING_USER_INPUT: 1, NOT_STARTED: 1 } });
  await start();
  await until({ phase: 'complete' });
  const all = await overview();
  expect(all).toMatchObject({
    source: 'loaded',
    rows: 300,
    byStatus: [
      { status: 'WORKING', count: 200, lastDay: 96 },
      { status: 'FAILED', count: 100, lastDay: 48 },
    ],
    byProvider: [
      { provider: null, count: 150 },
      { provider: '', count: 150 },
    ],
    attention: { counts: { stuck: 200, failed: 100, waiting: 0, partial: 0 }, handled: 0 },
  });
  const idsOf = (kind: string, { attention } = all) =>
    attention.lines.filter((line) => line.kind === kind).map(({ migration }) => migration.id);
  expect(idsOf('failed')).toEqual(Array.from({ length: 6 }, (_, at) => idOf(at * 3)));
  expect(idsOf('stuck').slice(0, 2)).toEqual([idOf(299), idOf(298)]);
  // The statuses' starts are unknown, so the oldest is the migration created first.
  expect(all.byStatus[0]?.longestSince).toBe(new Date(now - 299 * 600_000).toISOString());
  // A handled migration leaves the queue until its status changes.
  valueOf(await theConsole.call('triage', 'handle', { migrations: [{ id: idOf(0), status: 'FAILED' }] }));
  const handled = await overview();
  expect(handled.attention).toMatchObject({ counts: { failed: 99 }, handled: 1 });
  expect(idsOf('failed', handled)).not.toContain(idOf(0));
  valueOf(await theConsole.call('triage', 'handle', { migrations: [{ id: idOf(3), status: 'WORKING' }] }));
  expect((await overview()).attention).toMatchObject({ counts: { failed: 99 }, handled: 1 });
});
