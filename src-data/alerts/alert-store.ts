import type { DatabaseSync } from 'node:sqlite';
import { alertLimits } from '#shared/alert-limits.ts';
import type { Alert } from '#shared/console-contract/alerts-calls.ts';
import type { AlertCalls } from '#shared/data-messages/alert-messages.ts';
import { manyWithinMs } from './judge-observation.ts';
import { inTransaction } from '../storage/in-transaction.ts';
import type { DatabaseLayout } from '../storage/open-database.ts';
import { numberOrNull, type Row, textOrNull } from '../storage/read-value.ts';

const dayMs = 24 * 60 * 60_000;
const alertsPerCleanup = 200;

export const alertLayout: DatabaseLayout = {
  name: 'the alerts file',
  version: 4,
  steps: {
    // `listed = 0`: no longer in the list, but kept so that the same alert isn't raised again.
    1: 'ALTER TABLE alerts ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;',
    2: 'ALTER TABLE alerts ADD COLUMN many TEXT;',
    // Existing alerts count as summed. `hits` is created again; its rows count for one hour only.
    3: `CREATE TABLE summed (profile TEXT PRIMARY KEY, last INTEGER NOT NULL);
      INSERT INTO summed SELECT profile, max(id) FROM alerts GROUP BY profile;
      DROP TABLE IF EXISTS hits;`,
  },
  schema: `
    CREATE TABLE IF NOT EXISTS alerts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      profile TEXT NOT NULL, at INTEGER NOT NULL, migration TEXT NOT NULL, company TEXT,
      before TEXT, status TEXT NOT NULL, stayed INTEGER, rule_id TEXT NOT NULL, rule TEXT NOT NULL,
      read INTEGER NOT NULL DEFAULT 0, notification TEXT NOT NULL,
      about TEXT NOT NULL, basis INTEGER NOT NULL, listed INTEGER NOT NULL DEFAULT 1, many TEXT,
      UNIQUE (profile, migration, status, about, basis)
    );
    CREATE INDEX IF NOT EXISTS alerts_of_profile ON alerts (profile, id);
    CREATE INDEX IF NOT EXISTS alerts_listed ON alerts (profile, id, read) WHERE listed = 1;
    CREATE TABLE IF NOT EXISTS begun (profile TEXT PRIMARY KEY, at INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS hits (
      profile TEXT NOT NULL, terms TEXT NOT NULL, migration TEXT NOT NULL, at INTEGER NOT NULL,
      told INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (profile, terms, migration)
    );
    CREATE TABLE IF NOT EXISTS looks (profile TEXT PRIMARY KEY, at INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS notices (
      id INTEGER PRIMARY KEY AUTOINCREMENT, profile TEXT NOT NULL, kind TEXT NOT NULL,
      began INTEGER NOT NULL, ended INTEGER NOT NULL, about TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS notices_of_profile ON notices (profile, id);
    CREATE TABLE IF NOT EXISTS summed (profile TEXT PRIMARY KEY, last INTEGER NOT NULL);`,
  synchronous: 'FULL',
};

/** `about` and `basis` are part of the unique key that prevents the same alert from being raised twice. */
export interface NewAlert extends Pick<Alert, 'migrationId' | 'companyId' | 'from' | 'status' | 'stayedMs' | 'rule'> {
  readonly at: number;
  readonly notification: Alert['notification'];
  readonly about: string;
  readonly basis: number;
}

const alertOf = (row: Row): Alert => ({
  id: Number(row['id']),
  at: new Date(Number(row['at'])).toISOString(),
  migrationId: String(row['migration']),
  companyId: textOrNull(row['company']),
  from: textOrNull(row['before']),
  status: String(row['status']),
  stayedMs: numberOrNull(row['stayed']),
  many: row['many'] === null ? null : (JSON.parse(String(row['many'])) as Alert['many']),
  rule: { ...(JSON.parse(String(row['rule'])) as Alert['rule']), id: String(row['rule_id']) },
  isRead: Number(row['read']) === 1,
  notification: String(row['notification']) as Alert['notification'],
});

export function createAlertStore(
  database: DatabaseSync,
  limits: { days: number; alerts: number; known: number } = alertLimits,
) {
  const insert = database.prepare(`
    INSERT OR IGNORE INTO alerts
      (profile, at, migration, company, before, status, stayed, many, rule_id, rule, notification, about, basis)
    VALUES (:profile, :at, :migration, :company, :before, :status, :stayed, :many, :ruleId, :rule, :notification, :about, :basis)
    RETURNING *`);
  const page = database.prepare(`
    SELECT * FROM alerts WHERE profile = :profile AND listed = 1 AND id < :before AND read <= :maxRead ORDER BY id DESC LIMIT :limit`);
  const counts = database.prepare(
    'SELECT count(*) AS total, count(*) - sum(read) AS unread FROM alerts WHERE profile = ? AND listed = 1',
  );
  const mark = database.prepare(`
    UPDATE alerts SET read = :read WHERE profile = :profile AND listed = 1 AND read <> :read
      AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids))) RETURNING id`);
  const byRule = database.prepare(
    'SELECT rule_id, count(*) AS n FROM alerts WHERE profile = ? AND at >= ? GROUP BY rule_id',
  );
  const remove = database.prepare('DELETE FROM alerts WHERE profile = ?');
  const removeStart = database.prepare('DELETE FROM begun WHERE profile = ?');
  const unlistOld = database.prepare('UPDATE alerts SET listed = 0 WHERE listed = 1 AND at < ?');
  const profiles = database.prepare('SELECT DISTINCT profile FROM alerts');
  const unlistBeyondLimit = database.prepare(`
    UPDATE alerts SET listed = 0 WHERE profile = :profile AND listed = 1 AND id <= (
      SELECT id FROM alerts WHERE profile = :profile ORDER BY id DESC LIMIT 1 OFFSET :max)`);
  const dropBeyondLimit = database.prepare(`
    DELETE FROM alerts WHERE profile = :profile AND id <= (
      SELECT id FROM alerts WHERE profile = :profile ORDER BY id DESC LIMIT 1 OFFSET :max)`);
  const startSql = database.prepare('INSERT OR IGNORE INTO begun (profile, at) VALUES (?, ?)');
  const startedAt = database.prepare('SELECT at FROM begun WHERE profile = ?');
  const hit = database.prepare(`
    INSERT INTO hits (profile, terms, migration, at) VALUES (:profile, :terms, :migration, :at)
    ON CONFLICT (profile, terms, migration) DO UPDATE
      SET told = iif(hits.at <= :at - ${manyWithinMs}, 0, hits.told), at = :at`);
  const unreportedAlerts = database.prepare(`
    SELECT count(*) AS n, min(at) AS first FROM hits
    WHERE profile = :profile AND terms = :terms AND told = 0 AND at > :at - ${manyWithinMs}`);
  const markReported = database.prepare('UPDATE hits SET told = 1 WHERE profile = ? AND terms = ?');
  // Keeps observations twice as long as they count, because responses may arrive late.
  const forgetHits = database.prepare(`DELETE FROM hits WHERE at < ? - ${2 * manyWithinMs}`);
  const removeHits = database.prepare('DELETE FROM hits WHERE profile = ?');
  let added = 0;

  /** Records the observation. Returns its rule's count in the last hour, or null while the limit isn't exceeded. */
  const countMany = (profile: string, { at, migrationId: migration, rule }: NewAlert): Alert['many'] => {
    if (rule.when.kind !== 'many') return null;
    // Editing a rule resets its count.
    const terms = JSON.stringify([rule.id, rule.when.status, rule.of]);
    hit.run({ profile, terms, migration, at });
    const found = unreportedAlerts.get({ profile, terms, at });
    const count = Number(found?.['n'] ?? 0);
    if (count <= rule.when.over) return null;
    markReported.run(profile, terms);
    return { count, from: new Date(Number(found?.['first'])).toISOString() };
  };

  const clean = (now: number) => {
    added = 0;
    unlistOld.run(now - limits.days * dayMs);
    forgetHits.run(now);
    for (const { profile } of profiles.all()) {
      unlistBeyondLimit.run({ profile: String(profile), max: limits.alerts });
      // Unlisted alerts stay stored up to this limit, so that they aren't raised again.
      dropBeyondLimit.run({ profile: String(profile), max: limits.known });
    }
  };
  const countsOf = (profileId: string) => {
    const countRow = counts.get(profileId);
    return { total: Number(countRow?.['total'] ?? 0), unread: Number(countRow?.['unread'] ?? 0) };
  };
  return {
    clean,
    count: (profileId: string) => countsOf(profileId).total,
    remove: (profileId: string) => {
      removeStart.run(profileId);
      removeHits.run(profileId);
      return Number(remove.run(profileId).changes);
    },
    firstRulesAt: (profileId: string, now: number) => {
      startSql.run(profileId, now);
      return Number(startedAt.get(profileId)?.['at']);
    },
    add: (profile: string, alerts: readonly NewAlert[]): Alert[] => {
      if (alerts.length === 0) return [];
      const stored = inTransaction(database, () =>
        alerts.flatMap((alert) => {
          const { migrationId, companyId, from, stayedMs, rule, ...plain } = alert;
          const { id: ruleId, ...terms } = rule;
          const manyCount = countMany(profile, alert);
          if (rule.when.kind === 'many' && manyCount === null) return [];
          const many = manyCount && JSON.stringify(manyCount);
          const facts = { migration: migrationId, company: companyId, before: from, stayed: stayedMs };
          const row = insert.get({ profile, ...facts, ...plain, many, ruleId, rule: JSON.stringify(terms) });
          return row ? [alertOf(row)] : [];
        }),
      );
      added += stored.length;
      if (added >= alertsPerCleanup) clean(alerts.at(-1)?.at ?? 0);
      return stored;
    },
    calls: {
      alertsOf: ({ profileId: profile, unreadOnly, before, limit }) => ({
        alerts: page
          .all({ profile, before: before ?? Number.MAX_SAFE_INTEGER, maxRead: unreadOnly ? 0 : 1, limit })
          .map(alertOf),
        ...countsOf(profile),
      }),
      markAlerts: ({ profileId: profile, ids, isRead }) =>
        mark
          .all({ profile, read: isRead ? 1 : 0, ids: ids === null ? null : JSON.stringify(ids) })
          .map(({ id }) => Number(id)),
      alertsByRule: ({ profileId, after }) =>
        Object.fromEntries(byRule.all(profileId, after).map((row) => [String(row['rule_id']), Number(row['n'])])),
    } satisfies Partial<AlertCalls>,
  };
}

export type AlertStore = ReturnType<typeof createAlertStore>;
