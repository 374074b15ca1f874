import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AlertRule } from '#shared/console-contract/alerts-calls.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import {
  anyMigration,
  day,
  failed,
  hour,
  openAlerts,
  profileId,
  quietAllDay,
  ruleOf,
  start,
  stuck,
  wholeList,
} from './testing/open-alerts.ts';

test('a rule reports each change once, and the alert stays unread after a restart', { tags: '@C50' }, () => {
  const { notified, terms, see, again } = openAlerts();
  terms([failed]);
  see(start, 'a', 'WORKING');
  see(start + 1, 'a', 'FAILED', { company: 'c' });
  see(start + 2, 'a', 'FAILED');
  expect(notified).toMatchObject([
    { migrationId: 'a', companyId: 'c', from: 'WORKING', status: 'FAILED', stayedMs: null },
  ]);
  expect(again().calls.alertsOf(wholeList)).toMatchObject({
    unread: 1,
    total: 1,
    alerts: [{ isRead: false, from: 'WORKING' }],
  });
});

test('a rule ignores migrations that ended or were stuck before it was created', { tags: '@C50' }, () => {
  const { notified, terms, see } = openAlerts();
  terms([failed, stuck]);
  see(start, 'old failure', 'FAILED', { created: start - day });
  see(start, 'old stay', 'WORKING', { created: start - day });
  expect(notified).toEqual([]);
  see(start + hour, 'new failure', 'FAILED', { created: start + 1 });
  see(start + hour, 'new stay', 'WORKING', { created: start - 1 });
  expect(notified.map(({ migrationId }) => migrationId)).toEqual(['new failure', 'new stay']);
  // Loading a finished migration repeatedly doesn't record a first observation.
  see(start + 2 * hour, 'new failure', 'FAILED', { created: start + 1 });
  expect(notified).toHaveLength(2);
});

test('an alert about a long time in a status appears once, and again after another status', { tags: '@C50' }, () => {
  const { notified, terms, see } = openAlerts();
  const waiting = ruleOf({ kind: 'waiting', hours: 2 });
  terms([stuck, waiting]);
  see(start, 'a', 'NOT_STARTED', { created: start });
  see(start + 1, 'a', 'PENDING_USER_INPUT', { created: start });
  for (let at = start + 2; at < start + 30 * hour; at += 5 * 60_000)
    see(at, 'a', 'PENDING_USER_INPUT', { created: start });
  expect(notified.map(({ rule, stayedMs }) => [rule.when.kind, Math.round((stayedMs ?? 0) / hour)])).toEqual([
    ['waiting', 2],
    ['stuck', 24],
  ]);
  const laterTime = start + 30 * hour;
  see(laterTime, 'a', 'WORKING', { created: start });
  for (let at = laterTime; at < laterTime + 3 * hour; at += 5 * 60_000) see(at, 'a', 'WORKING', { created: start });
  expect(notified.slice(2)).toMatchObject([{ status: 'WORKING', rule: { when: { kind: 'stuck' } } }]);
});

test('a rule applies only to its company, its user or watched migrations', { tags: '@C50' }, () => {
  const { notified, terms, see } = openAlerts();
  const status = { kind: 'change' } as const;
  terms(
    [
      ruleOf(status, { id: 'company', of: { kind: 'company', id: 'c', name: 'Brightwater' } }),
      ruleOf(status, { id: 'user', of: { kind: 'user', id: 'Ada@example.com' } }),
      ruleOf(status, { id: 'watched', of: { kind: 'watched' }, notifies: true }),
      ruleOf(status, { id: 'off', isOn: false }),
    ],
    { watched: ['w'] },
  );
  const rows = [
    ['x', {}],
    ['c', { company: 'c' }],
    ['u', { user: 'ada@EXAMPLE.com' }],
    ['w', { company: 'c' }],
  ] as const;
  for (const [id, more] of rows) {
    see(start, id, 'WORKING', more);
    see(start + 1, id, 'COMPLETE', more);
  }
  expect(notified.map(({ migrationId, rule, notification }) => [migrationId, rule.id, notification])).toEqual([
    ['c', 'company', 'none'],
    ['u', 'user', 'none'],
    // Two rules match and raise one alert, with a desktop notification if either rule requests one.
    ['w', 'company', 'shown'],
  ]);
});

test('in quiet hours an alert is stored and counted, and marked as not shown', { tags: '@C50' }, () => {
  const { notified, terms, see } = openAlerts();
  const loud = { ...failed, notifies: true };
  const at = new Date(start).getHours();
  const two = (hours: number) => `${String((hours + 24) % 24).padStart(2, '0')}:00`;
  terms([loud], { quietHours: { isOn: true, from: two(at - 1), to: two(at + 2), weekend: false } });
  see(start, 'a', 'WORKING');
  see(start + 1, 'a', 'FAILED');
  terms([loud], { quietHours: { isOn: true, from: two(at + 2), to: two(at - 1), weekend: false } });
  see(start, 'b', 'WORKING');
  see(start + 1, 'b', 'FAILED');
  expect(notified.map(({ notification }) => notification)).toEqual(['quiet', 'shown']);
});

test('for any order of observations, each change raises at most one alert per matching rule', { tags: '@C50' }, () => {
  const observation = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    status: fc.constantFrom(...migrationStatuses, 'NEW_ONE'),
    // Steps may be negative, because responses may be late and clocks may be set back.
    step: fc.integer({ min: -2, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(observation, { maxLength: 40 }), (observations) => {
      const { notified, terms, see, timeline } = openAlerts();
      terms([failed, ruleOf({ kind: 'change' })]);
      let at = start;
      for (const { id, status, step } of observations)
        see((at += step * 60_000), id, status, { created: start - 90 * day });
      const changes = ['a', 'b', 'c'].flatMap((id) => {
        const observed = timeline.changesOf(profileId, id);
        return observed.slice(1).flatMap(({ status }, place) => {
          const before = observed[place]?.status;
          return before === status ? [] : [`${id} ${before} ${status}`];
        });
      });
      expect(notified.map(({ migrationId, from, status }) => `${migrationId} ${from} ${status}`).sort()).toEqual(
        changes.sort(),
      );
    }),
  );
});

test(
  'alerts can be marked read, the list has pages, and all alerts of a profile can be removed',
  { tags: '@C50' },
  () => {
    const { alerts, terms, see } = openAlerts({ days: 30, alerts: 250, known: 5_000 });
    const { calls } = alerts;
    terms([failed]);
    for (let count = 0; count < 400; count += 1) {
      see(start + 2 * count, `m${count}`, 'WORKING');
      see(start + 2 * count + 1, `m${count}`, 'FAILED');
    }
    const first = calls.alertsOf({ ...wholeList, limit: 20 });
    expect(first.total).toBeLessThanOrEqual(450);
    expect(first.alerts[0]?.migrationId).toBe('m399');
    const next = calls.alertsOf({ ...wholeList, limit: 20, before: first.alerts.at(-1)?.id ?? null });
    expect(next.alerts[0]?.migrationId).toBe('m379');
    const ids = first.alerts.map(({ id }) => id);
    expect(calls.markAlerts({ profileId, ids, isRead: true })).toHaveLength(20);
    expect(calls.markAlerts({ profileId, ids, isRead: true })).toEqual([]);
    expect(calls.alertsOf({ ...wholeList, unreadOnly: true }).alerts[0]?.migrationId).toBe('m379');
    expect(calls.markAlerts({ profileId, ids: null, isRead: true })).toHaveLength(first.total - 20);
    expect(calls.alertsOf(wholeList).unread).toBe(0);
    expect(calls.markAlerts({ profileId: 'q', ids, isRead: false })).toEqual([]);
    expect(calls.alertsByRule({ profileId, after: start + 798 })).toEqual({ [failed.id]: 1 });
    expect(alerts.count(profileId)).toBe(first.total);
    expect(alerts.remove(profileId)).toBe(400);
    expect(alerts.count(profileId)).toBe(0);
  },
);

test('alerts are stored for 30 days', { tags: '@C50' }, () => {
  const { alerts, terms, see, again } = openAlerts();
  terms([failed]);
  see(start, 'a', 'WORKING');
  see(start + 1, 'a', 'FAILED');
  again().clean(start + 30 * day);
  expect(alerts.count(profileId)).toBe(1);
  again().clean(start + 30 * day + 2);
  expect(alerts.count(profileId)).toBe(0);
});

test('an alert dropped from the list for age or number is not raised again', { tags: '@C50' }, () => {
  const { alerts, notified, terms, see, again } = openAlerts({ days: 30, alerts: 20, known: 400 });
  terms([stuck, failed, ruleOf({ kind: 'stuck' }, { id: 'own', since: new Date(start - hour).toISOString() })]);
  const ids = Array.from({ length: 300 }, (_, at) => `m${at}`);
  const round = (at: number) => {
    for (const id of ids) see(at, id, 'WORKING', { created: start });
    see(at, 'ended', 'FAILED', { created: start });
  };
  round(start + 2 * hour);
  expect(notified).toHaveLength(301);
  expect(alerts.count(profileId)).toBeLessThan(301);
  for (let more = 1; more < 4; more += 1) round(start + (2 + more) * hour);
  again().clean(start + 40 * day);
  expect(alerts.count(profileId)).toBe(0);
  round(start + 40 * day);
  expect(notified).toHaveLength(301);
  // Only an alert that is newer than all dropped alerts is raised.
  see(start + 40 * day, 'new', 'WORKING', { created: start + 40 * day - hour });
  see(start + 40 * day + 1, 'new', 'FAILED', { created: start + 40 * day - hour });
  expect(notified.slice(301).map(({ migrationId, status }) => `${migrationId} ${status}`)).toEqual([
    'new WORKING',
    'new FAILED',
  ]);
});

test(
  'a rule about many migrations alerts above its limit within an hour, and again after the same number of new ones',
  { tags: '@C50' },
  () => {
    const { notified, terms, see } = openAlerts();
    const many = (over: number, more: Partial<AlertRule> = {}) =>
      ruleOf({ kind: 'many', status: 'FAILED', over }, more);
    terms([many(2), many(1, { id: 'company', of: { kind: 'company', id: 'c', name: 'Brightwater' } })]);
    const fail = (at: number, id: string, company?: string) => {
      see(at - 1, id, 'WORKING', company === undefined ? {} : { company });
      see(at, id, 'FAILED', company === undefined ? {} : { company });
    };
    const minute = 60_000;
    fail(start, 'a');
    fail(start + 40 * minute, 'b', 'c');
    // By now, the first failure is more than an hour old.
    fail(start + 70 * minute, 'd');
    expect(notified).toEqual([]);
    fail(start + 80 * minute, 'e');
    expect(notified).toMatchObject([
      { migrationId: 'e', status: 'FAILED', many: { count: 3, from: new Date(start + 40 * minute).toISOString() } },
    ]);
    // Reported observations don't count again. A rule for a company has its own count.
    fail(start + 85 * minute, 'f', 'c');
    fail(start + 86 * minute, 'g');
    expect(notified.slice(1)).toMatchObject([{ migrationId: 'f', rule: { id: 'company' }, many: { count: 2 } }]);
    fail(start + 87 * minute, 'h');
    expect(notified.slice(2)).toMatchObject([{ migrationId: 'h', many: { count: 3 } }]);
  },
);

test('a rule about many migrations counts each migration once', { tags: '@C50' }, () => {
  const { notified, terms, see } = openAlerts();
  terms([ruleOf({ kind: 'many', status: 'FAILED', over: 2 })]);
  for (let round = 0; round < 200; round += 1) {
    const at = start + hour + round * 60_000;
    for (const id of ['a', 'b']) see(at, id, 'FAILED', { created: start + 30 * 60_000 });
  }
  expect(notified).toEqual([]);
});

test('an alert counts a migration again when the migration reaches the status again later', { tags: '@C50' }, () => {
  const { notified, terms, see } = openAlerts();
  terms([ruleOf({ kind: 'many', status: 'FAILED', over: 1 })]);
  const fail = (at: number, id: string) => {
    see(at - 1, id, 'WORKING');
    see(at, id, 'FAILED');
  };
  for (const id of ['a', 'b']) fail(start, id);
  expect(notified).toHaveLength(1);
  // Within the hour, a repeated failure of the same migration doesn't count again.
  for (const id of ['a', 'b']) fail(start + 10 * 60_000, id);
  expect(notified).toHaveLength(1);
  for (const id of ['a', 'b']) fail(start + day, id);
  expect(notified.slice(1)).toMatchObject([
    { migrationId: 'b', many: { count: 2, from: new Date(start + day).toISOString() } },
  ]);
});

test('a rule about many migrations starts counting again when its status or scope changes', { tags: '@C50' }, () => {
  const { notified, terms, see } = openAlerts();
  const many = (status: string, of: AlertRule['of'] = anyMigration) => [
    ruleOf({ kind: 'many', status, over: 1 }, { id: 'many', of }),
  ];
  const come = (at: number, id: string, status: string) => {
    see(at - 1, id, 'WORKING', { company: 'c' });
    see(at, id, status, { company: 'c' });
  };
  terms(many('FAILED'));
  come(start, 'a', 'FAILED');
  terms(many('COMPLETE'));
  come(start + 10, 'b', 'COMPLETE');
  terms(many('COMPLETE', { kind: 'company', id: 'c', name: 'Brightwater' }));
  come(start + 20, 'd', 'COMPLETE');
  expect(notified).toEqual([]);
  come(start + 30, 'e', 'COMPLETE');
  expect(notified).toMatchObject([{ migrationId: 'e', many: { count: 2 } }]);
});

test('removing a profile deletes all of its alerts from the file', { tags: '@C50' }, () => {
  const { alerts, terms, see, sums, stored } = openAlerts();
  const loud = [{ ...failed, notifies: true }, ruleOf({ kind: 'many', status: 'FAILED', over: 3 })];
  terms(loud, { quietHours: quietAllDay });
  see(start, 'a', 'WORKING');
  see(start + 1, 'a', 'FAILED');
  terms(loud);
  expect(sums).toEqual([1]);
  const tables = stored
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%profile TEXT%'")
    .all();
  const rows = () =>
    tables.map(({ name }) => Number(stored.prepare(`SELECT count(*) AS n FROM ${String(name)}`).get()?.['n']));
  expect(rows().every((count) => count > 0)).toBe(true);
  alerts.remove(profileId);
  expect(rows().every((count) => count === 0)).toBe(true);
});
