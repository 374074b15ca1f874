import type { DatabaseSync } from 'node:sqlite';
import type { ListenedAttempt, ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import type { StoredListener, ListenerCalls } from '#shared/data-messages/listener-messages.ts';
import { rotationOverlapMs } from '#shared/webhooks-api/endpoints.ts';
import { inTransaction } from '../storage/in-transaction.ts';
import { type DatabaseLayout, openDatabase } from '../storage/open-database.ts';
import { numberOrNull, type Row, textOrNull, timeOrNull } from '../storage/read-value.ts';

const layout: DatabaseLayout = {
  name: 'the listener file',
  version: 4,
  steps: {
    1: `ALTER TABLE listeners ADD COLUMN kept_at INTEGER; ALTER TABLE listeners ADD COLUMN gap_from INTEGER;
      ALTER TABLE listeners ADD COLUMN gap_until INTEGER;`,
    2: `ALTER TABLE listeners ADD COLUMN previous_secret TEXT; ALTER TABLE listeners ADD COLUMN renewed_at INTEGER;`,
    3: `ALTER TABLE listeners ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0;`,
  },
  schema: `
    CREATE TABLE IF NOT EXISTS listeners (
      profile TEXT PRIMARY KEY, is_on INTEGER NOT NULL, address TEXT, secret TEXT NOT NULL, service TEXT NOT NULL,
      cursor TEXT, gap_at INTEGER, kept_at INTEGER, gap_from INTEGER, gap_until INTEGER,
      previous_secret TEXT, renewed_at INTEGER, is_paused INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE IF NOT EXISTS events (
      row INTEGER PRIMARY KEY AUTOINCREMENT, profile TEXT NOT NULL, id TEXT NOT NULL, type TEXT, timestamp TEXT,
      migration TEXT, company TEXT, previous TEXT, status TEXT, body TEXT NOT NULL, received_at INTEGER NOT NULL,
      state TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL DEFAULT 0,
      attempts TEXT NOT NULL DEFAULT '[]', UNIQUE (profile, id)
    );
    CREATE INDEX IF NOT EXISTS waiting_events ON events (profile, state, next_at, row);`,
  // The service counts events as received when the cursor advances, so they must be on disk by then.
  synchronous: 'FULL',
};

export const openListenerDatabase = (file: string, onProblem: (line: string) => void): DatabaseSync => {
  const database = openDatabase(file, layout, onProblem);
  // Overwrites deleted secrets on disk.
  database.exec('PRAGMA secure_delete = ON');
  return database;
};

const attemptsOf = (row: Row): ListenedAttempt[] => {
  const attempts = JSON.parse(String(row['attempts'])) as Omit<ListenedAttempt, 'signature'>[];
  // Attempts stored by an earlier version have no signature.
  return attempts.map((attempt) => ({ signature: null, ...attempt }));
};

const eventOf = (row: Row): ListenedEvent => ({
  id: String(row['id']),
  type: textOrNull(row['type']),
  timestamp: textOrNull(row['timestamp']),
  migrationId: textOrNull(row['migration']),
  companyId: textOrNull(row['company']),
  previousStatus: textOrNull(row['previous']),
  status: textOrNull(row['status']),
  receivedAt: new Date(Number(row['received_at'])).toISOString(),
  state: row['state'] as ListenedEvent['state'],
  tries: Number(row['tries']),
  nextAt: row['state'] === 'waiting' && Number(row['next_at']) > 0 ? timeOrNull(row['next_at']) : null,
  last: attemptsOf(row)[0] ?? null,
});

export function createListenerStore(database: DatabaseSync) {
  const listener = database.prepare('SELECT * FROM listeners WHERE profile = ?');
  const putListener = database.prepare(`
    INSERT OR REPLACE INTO listeners
      (profile, is_on, address, secret, service, cursor, gap_at, kept_at, gap_from, gap_until, previous_secret, renewed_at,
      is_paused)
    VALUES (:profile, :isOn, :address, :secret, :service, :cursor, :gapAt, :keptAt, :gapFrom, :gapUntil, :previousSecret,
      :renewedAt, :isPaused)`);
  const moveCursor = database.prepare('UPDATE listeners SET cursor = ?, service = ?, kept_at = ? WHERE profile = ?');
  const forgetSecrets = database.prepare(
    'UPDATE listeners SET previous_secret = NULL, renewed_at = NULL WHERE renewed_at <= ?',
  );
  const removeListener = database.prepare('DELETE FROM listeners WHERE profile = ?');
  const insert = database.prepare(`
    INSERT OR IGNORE INTO events (profile, id, type, timestamp, migration, company, previous, status, body, received_at, state)
    VALUES (:profile, :id, :type, :timestamp, :migrationId, :companyId, :previousStatus, :status, :body, :at, :state)`);
  const trim = database.prepare(`
    DELETE FROM events WHERE profile = :profile AND state <> 'waiting' AND row <= (
      SELECT row FROM events WHERE profile = :profile AND state <> 'waiting' ORDER BY row DESC LIMIT 1 OFFSET :max)`);
  const counts = database.prepare('SELECT state, count(*) AS n FROM events WHERE profile = ? GROUP BY state');
  const countAll = database.prepare('SELECT count(*) AS n FROM events WHERE profile = ?');
  const newestStatement = database.prepare('SELECT * FROM events WHERE profile = ? ORDER BY row DESC LIMIT ?');
  const one = database.prepare('SELECT * FROM events WHERE profile = ? AND id = ?');
  const next = database.prepare(`
    SELECT id, body, tries, next_at FROM events WHERE profile = ? AND state = 'waiting' ORDER BY next_at, row LIMIT 1`);
  const keepAttempt = database.prepare(`
    UPDATE events SET state = :state, tries = tries + :sent, next_at = :nextAt, attempts = :attempts
    WHERE profile = :profile AND id = :id`);
  const retrySql = `UPDATE events SET state = 'waiting', tries = 0, next_at = 0 WHERE profile = ?`;
  const resendOne = database.prepare(`${retrySql} AND id = ?`);
  const resendFailed = database.prepare(`${retrySql} AND state = 'failed'`);
  const clearEnded = database.prepare(`DELETE FROM events WHERE profile = ? AND state <> 'waiting'`);
  const clearAll = database.prepare('DELETE FROM events WHERE profile = ?');

  const countsOf = (profileId: string) => {
    const countByState = new Map(counts.all(profileId).map(({ state, n }) => [String(state), Number(n)]));
    const of = (state: string) => countByState.get(state) ?? 0;
    return { waiting: of('waiting'), delivered: of('delivered'), failed: of('failed'), shown: of('shown') };
  };
  /** Truncates SQLite's write-ahead log, which otherwise still contains the earlier contents of rows. */
  const emptyLog = (): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const listenerOf = (profileId: string): StoredListener | null => {
    const row = listener.get(profileId);
    if (!row) return null;
    return {
      isOn: row['is_on'] === 1,
      isPaused: row['is_paused'] === 1,
      address: textOrNull(row['address']),
      secret: String(row['secret']),
      previousSecret: textOrNull(row['previous_secret']),
      renewedAt: numberOrNull(row['renewed_at']),
      service: String(row['service']),
      cursor: textOrNull(row['cursor']),
      keptAt: numberOrNull(row['kept_at']),
      gapAt: numberOrNull(row['gap_at']),
      gapFrom: numberOrNull(row['gap_from']),
      gapUntil: numberOrNull(row['gap_until']),
    };
  };
  return {
    count: (profileId: string) => Number(countAll.get(profileId)?.['n']),
    remove: (profileId: string) => {
      removeListener.run(profileId);
      const { changes } = clearAll.run(profileId);
      emptyLog();
      return Number(changes);
    },
    calls: {
      listenerOf: ({ profileId }) => listenerOf(profileId),
      changeListener: ({ profileId, change, initial }) => {
        const previous = listenerOf(profileId) ?? initial;
        if (previous === null) return null;
        const mergedListener = { ...previous, ...change };
        // Turning the listener off ends its pause, so that it never restarts paused.
        const changedListener = { ...mergedListener, isPaused: mergedListener.isOn && mergedListener.isPaused };
        const { isOn, isPaused, ...rest } = changedListener;
        putListener.run({ profile: profileId, ...rest, isOn: isOn ? 1 : 0, isPaused: isPaused ? 1 : 0 });
        if (previous.previousSecret !== null && previous.previousSecret !== changedListener.previousSecret) emptyLog();
        return changedListener;
      },
      keepEvents: ({ profileId, place, events, state, at }) => {
        inTransaction(database, () => {
          for (const event of events) insert.run({ profile: profileId, ...event, state, at });
          trim.run({ profile: profileId, max: listenerLimits.ended });
          if (place !== null) moveCursor.run(place.cursor, place.service, at, profileId);
        });
        return countsOf(profileId).waiting;
      },
      listenedEvents: ({ profileId, limit }) => ({
        counts: countsOf(profileId),
        events: newestStatement.all(profileId, limit).map(eventOf),
      }),
      listenedEvent: ({ profileId, id }) => {
        const row = one.get(profileId, id);
        return row ? { body: String(row['body']), attempts: attemptsOf(row) } : null;
      },
      nextEvent: ({ profileId }) => {
        const row = next.get(profileId);
        if (!row) return null;
        const [tries, nextAt] = [Number(row['tries']), Number(row['next_at'])];
        return { id: String(row['id']), body: String(row['body']), tries, nextAt };
      },
      keepAttempt: ({ profileId, id, attempt, wasSent, state, nextAt }) => {
        const row = one.get(profileId, id);
        if (row) {
          const attempts = JSON.stringify([attempt, ...attemptsOf(row)].slice(0, listenerLimits.attempts));
          keepAttempt.run({ profile: profileId, id, sent: wasSent ? 1 : 0, state, nextAt, attempts });
          if (state !== 'waiting') trim.run({ profile: profileId, max: listenerLimits.ended });
        }
        return countsOf(profileId).waiting;
      },
      resendEvents: ({ profileId, id }) =>
        Number((id === null ? resendFailed.run(profileId) : resendOne.run(profileId, id)).changes),
      clearEvents: ({ profileId, waiting }) => Number((waiting ? clearAll : clearEnded).run(profileId).changes),
    } satisfies ListenerCalls,
    clean: (now: number) => {
      forgetSecrets.run(now - rotationOverlapMs);
      // A previous process may have stopped before it truncated the log.
      emptyLog();
    },
  };
}
