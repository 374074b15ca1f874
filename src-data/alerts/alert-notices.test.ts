import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { alertLimits } from '#shared/alert-limits.ts';
import { day, failed, hour, openAlerts, profileId, quietAllDay, ruleOf, start } from './testing/open-alerts.ts';

test(
  'a period without status checks is listed with its cause, also after the period and after a restart',
  { tags: '@C50' },
  () => {
    const { alerts, terms, see, notices, reopen } = openAlerts();
    terms([failed]);
    see(start, 'a', 'WORKING');
    see(start + 5 * 60_000, 'a', 'WORKING');
    expect(notices(start + 10 * 60_000)).toEqual([]);
    alerts.calls.alertsBlocked({ profileId, why: 'offline', at: start + 10 * 60_000 });
    const gap = { kind: 'gap', from: new Date(start + 5 * 60_000).toISOString(), why: ['offline'] };
    expect(notices(start + 30 * 60_000)).toEqual([{ ...gap, to: null }]);
    see(start + 40 * 60_000, 'a', 'WORKING');
    const ended = { ...gap, to: new Date(start + 40 * 60_000).toISOString() };
    expect(notices(start + 41 * 60_000)).toEqual([ended]);
    const after = reopen();
    const closed = { kind: 'gap', from: new Date(start + 40 * 60_000).toISOString(), why: ['closed'] };
    expect(after.list(profileId, start + 5 * hour)).toEqual([{ ...closed, to: null }, ended]);
    after.recordRead(profileId, start + 5 * hour);
    expect(after.list(profileId, start + 5 * hour)).toEqual([
      { ...closed, to: new Date(start + 5 * hour).toISOString() },
      ended,
    ]);
    expect(after.list(profileId, start + 31 * day)).toMatchObject([{ to: null }]);
    after.remove(profileId);
    expect(after.list(profileId, start + 6 * hour)).toEqual([]);
  },
);

test("the reason for a gap doesn't change when earlier observations arrive late", { tags: '@C50' }, () => {
  const { alerts, terms, see, notices } = openAlerts();
  terms([failed]);
  alerts.calls.alertsBlocked({ profileId, why: 'offline', at: start - 1 });
  alerts.calls.alertsBlocked({ profileId, why: 'elsewhere', at: start + 300 });
  see(start, 'a', 'WORKING');
  expect(notices(start + hour)).toMatchObject([{ kind: 'gap', why: ['elsewhere'] }]);
  see(start + hour, 'a', 'WORKING');
  expect(notices(start + 3 * hour)).toMatchObject([
    { why: [], to: null },
    { why: ['elsewhere'], to: new Date(start + hour).toISOString() },
  ]);
});

test('reading an empty list of migrations ends a gap', { tags: '@C50' }, () => {
  const { alerts, terms, timeline, notices } = openAlerts();
  terms([failed]);
  const look = (at: number) =>
    timeline.observe(profileId, at, [], { tell: (observations) => alerts.judge(profileId, at, observations) });
  look(start);
  expect(notices(start + hour)).toHaveLength(1);
  look(start + hour);
  expect(notices(start + hour)).toMatchObject([{ to: new Date(start + hour).toISOString() }]);
});

test('there is no gap while every rule is off', { tags: '@C50' }, () => {
  const { terms, see, notices } = openAlerts();
  terms([failed]);
  see(start, 'a', 'WORKING');
  terms([{ ...failed, isOn: false }]);
  see(start + hour, 'a', 'WORKING');
  terms([failed]);
  expect(notices(start + 2 * hour)).toEqual([]);
  see(start + 2 * hour, 'a', 'WORKING');
  expect(notices(start + 2 * hour)).toEqual([]);
});

test('after quiet hours, held-back alerts are summarized once and the summary is stored', { tags: '@C50' }, () => {
  const { terms, see, notices, sums } = openAlerts();
  const notifyingRules = [{ ...failed, notifies: true }, ruleOf({ kind: 'waiting', hours: 1 }, { notifies: true })];
  const quiet = { isOn: true, from: '00:00', to: '23:59', weekend: true };
  terms(notifyingRules, { quietHours: quiet });
  for (const id of ['a', 'b']) {
    see(start, id, 'WORKING');
    see(start + 1, id, 'FAILED');
  }
  see(start, 'c', 'PENDING_USER_INPUT', { created: start });
  see(start + hour, 'c', 'PENDING_USER_INPUT', { created: start });
  expect(sums).toEqual([]);
  terms(notifyingRules);
  expect(sums).toEqual([3]);
  const sum = {
    kind: 'quiet',
    from: new Date(start + 1).toISOString(),
    count: 3,
    what: [
      { what: 'FAILED', count: 2 },
      { what: 'stuck', count: 1 },
    ],
  };
  expect(notices(start + hour)).toMatchObject([sum, { kind: 'gap' }]);
  see(start + hour + 1, 'a', 'FAILED');
  // Quiet hours are over, so this alert is shown immediately and not counted in a summary.
  see(start + hour + 2, 'd', 'WORKING');
  see(start + hour + 3, 'd', 'FAILED');
  terms(notifyingRules);
  expect(sums).toEqual([3]);
  terms(notifyingRules, { quietHours: quiet });
  see(start + hour + 4, 'e', 'WORKING');
  see(start + hour + 5, 'e', 'FAILED');
  terms(notifyingRules);
  expect(sums).toEqual([3, 1]);
});

test('quiet alerts from before summaries existed are not summarized after the upgrade', { tags: '@C50' }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  try {
    const file = path.join(folder, 'alerts.db');
    const old = new DatabaseSync(file);
    old.exec(`
      CREATE TABLE alerts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        profile TEXT NOT NULL, at INTEGER NOT NULL, migration TEXT NOT NULL, company TEXT,
        before TEXT, status TEXT NOT NULL, stayed INTEGER, rule_id TEXT NOT NULL, rule TEXT NOT NULL,
        read INTEGER NOT NULL DEFAULT 0, notification TEXT NOT NULL,
        about TEXT NOT NULL, basis INTEGER NOT NULL, listed INTEGER NOT NULL DEFAULT 1,
        UNIQUE (profile, migration, status, about, basis)
      );
      CREATE TABLE begun (profile TEXT PRIMARY KEY, at INTEGER NOT NULL);
      INSERT INTO alerts (profile, at, migration, status, rule_id, rule, notification, about, basis)
      VALUES ('${profileId}', ${start - day}, 'a', 'FAILED', 'r', '{}', 'quiet', 'change', 0),
        ('${profileId}', ${start - day}, 'b', 'FAILED', 'r', '{}', 'quiet', 'change', 0),
        ('other', ${start - day}, 'a', 'FAILED', 'r', '{}', 'shown', 'change', 0);
      PRAGMA user_version = 2;`);
    old.close();
    const { alerts, terms, see, sums, notices, stored } = openAlerts(undefined, file);
    const notifyingRules = [{ ...failed, notifies: true }];
    terms(notifyingRules);
    expect(sums).toEqual([]);
    expect(notices(start)).toEqual([]);
    expect(alerts.count(profileId)).toBe(2);
    terms(notifyingRules, { quietHours: quietAllDay });
    see(start, 'c', 'WORKING');
    see(start + 1, 'c', 'FAILED');
    terms(notifyingRules);
    expect(sums).toEqual([1]);
    stored.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a summary appears once, however many gaps push it off the list', { tags: '@C50' }, () => {
  const { terms, see, sums, notices, reopen } = openAlerts();
  const notifyingRules = [{ ...failed, notifies: true }];
  terms(notifyingRules, { quietHours: quietAllDay });
  see(start, 'a', 'WORKING');
  see(start + 1, 'a', 'FAILED');
  terms(notifyingRules);
  expect(sums).toEqual([1]);
  let at = start;
  for (let count = 0; count <= alertLimits.notices; count += 1) see((at += hour), 'a', 'FAILED');
  expect(notices(at).map(({ kind }) => kind)).not.toContain('quiet');
  expect(reopen().endQuiet(profileId, at)).toBe(0);
});
