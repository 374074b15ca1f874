import type { DatabaseSync } from 'node:sqlite';
import type { HealthStore } from '../health-store.ts';
import { organizationOfSql } from './list-rows.ts';

/** SQLITE_BUSY: another process writes for longer than a write waits. */
const busyCode = 5;

export const createSqliteHealth = (database: DatabaseSync): HealthStore => {
  const write = database.prepare(
    'INSERT INTO probes (id, written) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET written = excluded.written',
  );
  // As the engine finds it: the first condition is for the index, since no clock is further ahead.
  const longestDue = database.prepare(`
    SELECT :now + offset_ms - due AS lag
    FROM runs CROSS JOIN organizations ON organizations.number = ${organizationOfSql('migration')}
    WHERE due <= :now + (SELECT max(offset_ms) FROM organizations) AND due <= :now + offset_ms
    ORDER BY due LIMIT 1`);
  return {
    write: async (now) => void write.run(now),
    isBusy: (error) => error instanceof Error && 'errcode' in error && error.errcode === busyCode,
    lag: async (now) => Number(longestDue.get({ now })?.['lag'] ?? 0),
    connections: () => undefined,
  };
};
