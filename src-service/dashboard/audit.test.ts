import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AuditAction, type AuditKind, auditKindNames, auditKinds } from '#shared/dashboard-api/audit-kinds.ts';
import { commandLine } from '../store/base/actor.ts';
import { auditHandlers } from './audit-handlers.ts';
import type { DashboardParts } from './dashboard-request.ts';
import { type DashboardService, openDashboard } from '../testing/dashboard.ts';

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard();
});
afterEach(() => service.end());

type Query = Readonly<Record<string, string>>;
const read = async (cookie: string, organization: string, query: Query = {}) =>
  service.call('readAudit', { cookie, params: { organization }, query: `?${new URLSearchParams(query).toString()}` });

/** Returns the numbers of a query's entries, page by page from newest to oldest and back. */
const walk = async (cookie: string, organization: string, query: Query) => {
  const downCounts: number[][] = [];
  for (let before: Query = {}; ; before = { before: String(downCounts.at(-1)?.at(-1)) }) {
    const { body } = await read(cookie, organization, { ...query, ...before });
    downCounts.push(body.lines.map(({ number }) => number));
    if (!body.hasOlder) break;
  }
  const up: number[][] = [downCounts.at(-1) ?? []];
  for (let more = downCounts.length > 1; more;) {
    const { body } = await read(cookie, organization, { ...query, after: String(up[0]?.[0]) });
    up.unshift(body.lines.map(({ number }) => number));
    more = body.hasNewer;
  }
  return { downCounts: downCounts.flat(), up: up.flat() };
};

const day = 24 * 3_600_000;
const monday = Date.parse('2026-11-16T00:00:00.000Z');
const actions = Object.values(auditKinds).flat() as readonly AuditAction[];

test(
  'dashboard: pages list every matching entry once, in order, for any filter',
  { tags: ['@X24', '@T80'] },
  async () => {
    const acme = await service.join('owner@example.com', 'owner', 'Acme');
    const other = await service.join('stranger@example.com', 'owner', 'Elsewhere');
    const { body: session } = await service.call('session', { cookie: acme.cookie });
    const actors = [session.person.id, commandLine, 'a removed member'] as const;
    const organizations = [acme.organization, acme.organization, other.organization] as const;
    const first = (await service.store.audit.head()).number;
    // Every combination of kind, actor and day occurs, in no particular order.
    const events = Array.from({ length: 90 }, (_, index) => ({
      number: first + index + 1,
      action: actions[(index * 7) % actions.length] as AuditAction,
      by: actors[(index * 5) % actors.length] as string,
      organization: organizations[((index * 11) % 7) % organizations.length] as string,
      at: monday + Math.floor(index / 13) * day + index,
    }));
    for (const { number: _number, at, ...event } of events) await service.store.audit.append(event, at);
    const filters = fc.record({
      by: fc.constantFrom(undefined, ...actors),
      kind: fc.constantFrom<(AuditKind | undefined)[]>(undefined, ...auditKindNames),
      since: fc.option(fc.nat(8), { nil: undefined }),
      until: fc.option(fc.nat(8), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 30 }),
    });
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(filters, async ({ by, kind, since, until, limit }) => {
        const time = (days: number | undefined) => (days === undefined ? undefined : monday + days * day + 40);
        const [from, to] = [time(since), time(until)];
        const query = Object.fromEntries(
          Object.entries({
            by,
            kind,
            since: from === undefined ? undefined : new Date(from).toISOString(),
            until: to === undefined ? undefined : new Date(to).toISOString(),
            limit: String(limit),
          }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        );
        const wantedCount = events
          .filter(
            (event) =>
              event.organization === acme.organization &&
              (by === undefined || event.by === by) &&
              (kind === undefined || (auditKinds[kind] as readonly AuditAction[]).includes(event.action)) &&
              (from === undefined || event.at >= from) &&
              (to === undefined || event.at < to),
          )
          .map(({ number }) => number)
          .toReversed();
        matched += wantedCount.length;
        const { downCounts, up } = await walk(acme.cookie, acme.organization, query);
        expect(downCounts.filter((number) => number > first)).toEqual(wantedCount);
        expect(up).toEqual(downCounts);
      }),
      { numRuns: 40 },
    );
    expect(matched).toBeGreaterThan(0);
  },
);

test('dashboard: an error names an invalid cursor, page size, kind or time', { tags: '@X24' }, async () => {
  const { cookie, organization } = await service.join('owner@example.com', 'owner', 'Acme');
  const wrong: Readonly<Record<string, string>> = {
    'before=0': 'before must be an integer from 1 to 9007199254740991.',
    'before=-1': 'before must be an integer from 1 to 9007199254740991.',
    'before=1e3': 'before must be an integer from 1 to 9007199254740991.',
    'before=99999999999999999999': 'before must be an integer from 1 to 9007199254740991.',
    'before=1&before=2': 'before must be an integer from 1 to 9007199254740991.',
    'after=x': 'after must be an integer from 1 to 9007199254740991.',
    'before=3&after=1': 'Use either before or after, not both.',
    'limit=0': 'limit must be an integer from 1 to 100.',
    'limit=101': 'limit must be an integer from 1 to 100.',
    'kind=everything': 'kind must be one of keys, webhooks, people, signIn, refused, organization.',
    'since=yesterday': 'since must be a time such as 2026-11-20T14:30:11.000Z.',
    'until=2026-13-01T00:00:00Z': 'until must be a time such as 2026-11-20T14:30:11.000Z.',
    'by=': 'by must be an ID of 1 to 200 characters.',
    'by=%00': 'by must be an ID of 1 to 200 characters.',
    [`by=${'x'.repeat(201)}`]: 'by must be an ID of 1 to 200 characters.',
  };
  for (const [query, sentence] of Object.entries(wrong)) {
    const { status, body } = await service.call('readAudit', {
      cookie,
      params: { organization },
      query: `?${query}`,
    });
    expect([query, status, body.message]).toEqual([query, 400, sentence]);
  }
});

test('dashboard: accepts a time in any notation', { tags: '@X24' }, async () => {
  const { cookie, organization } = await service.join('owner@example.com', 'owner', 'Acme');
  await service.store.audit.append({ action: 'brand', by: commandLine, organization }, monday);
  const find = async (since: string) => {
    const { body } = await read(cookie, organization, { since, until: '2026-11-16T00:00:00.001Z' });
    return body.lines.map(({ action }) => action);
  };
  for (const time of ['2026-11-16T00:00:00Z', '2026-11-16T00:00:00.0Z', '2026-11-16T00:00:00.000000Z']) {
    expect([time, await find(time)]).toEqual([time, ['brand']]);
  }
});

test('dashboard: the log keeps the names of removed users and filters by them', { tags: '@X24' }, async () => {
  const owner = await service.join('owner@example.com', 'owner', 'Acme');
  const admin = await service.join('admin@example.com', 'admin', 'Acme');
  const stranger = await service.join('stranger@example.com', 'owner', 'Elsewhere');
  const params = { organization: owner.organization };
  await service.call('createKey', { cookie: admin.cookie, params, body: { description: 'CI', scopes: ['read'] } });
  const { body: session } = await service.call('session', { cookie: admin.cookie });
  const { id: person } = session.person;
  await service.call('removePerson', { cookie: owner.cookie, params: { ...params, person } });
  const { body } = await read(owner.cookie, owner.organization, { by: person });
  expect(body.lines.map(({ action, by, isDeleted }) => [action, by, isDeleted])).toEqual([
    ['key.create', 'Name of admin', true],
    ['person.join', 'Name of admin', true],
  ]);
  expect(body.people).toContainEqual({ id: person, name: 'Name of admin' });
  const { body: elsewhere, text } = await read(stranger.cookie, stranger.organization, { by: person });
  expect([elsewhere.lines, text.includes('Name of admin')]).toEqual([[], false]);
});

test('dashboard: concurrent checks of the audit log share one pass', { tags: ['@X24', '@T53'] }, async () => {
  const { cookie, organization } = await service.join('support@example.com', 'support', 'Acme');
  const check = () => service.call('checkAudit', { cookie, params: { organization } });
  const { number } = await service.store.audit.head();
  expect((await check()).body).toEqual({ entries: number, problem: null });
  const { audit, rateLimits } = service.store;
  const head = await audit.head();
  const holdPromise = Promise.withResolvers<void>();
  const heads = vi.spyOn(audit, 'head').mockImplementation(async () => {
    await holdPromise.promise;
    return head;
  });
  const counts = vi.spyOn(rateLimits, 'count');
  const { checkAudit } = auditHandlers(service as unknown as DashboardParts);
  const ask = () => checkAudit({ membership: { number: 0 }, now: Date.now() } as Parameters<typeof checkAudit>[0]);
  const requests = [ask(), ask(), ask()];
  while (counts.mock.calls.length < 3) await setImmediate();
  await Promise.all(counts.mock.results.map(({ value }) => value as unknown));
  // Each request passes the limiter and joins the same check within one tick.
  await setImmediate();
  holdPromise.resolve();
  expect(await Promise.all(requests)).toEqual(Array.from({ length: 3 }, () => ({ entries: number, problem: null })));
  expect([counts.mock.calls.length, heads.mock.calls.length]).toEqual([3, 1]);
  vi.restoreAllMocks();
  await service.data.execute(`UPDATE audit_entries SET entry = replace(entry, 'support', 'owner') WHERE number = 2`);
  const { body } = await check();
  expect(body.problem).toMatch(/^Entry 2 of the audit log, or an earlier entry, was changed\.$/);
});

test('dashboard: an organization can check its audit log six times a minute', { tags: ['@X24', '@A12'] }, async () => {
  const acme = await service.join('support@example.com', 'support', 'Acme');
  const other = await service.join('stranger@example.com', 'support', 'Elsewhere');
  const check = ({ cookie, organization }: typeof acme) =>
    service.call('checkAudit', { cookie, params: { organization } });
  const statuses: number[] = [];
  for (let round = 0; round < 6; round += 1) statuses.push((await check(acme)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  const { status, headers } = await check(acme);
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await check(other)).status).toBe(200);
});
