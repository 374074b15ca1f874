import type { DatabaseSync } from 'node:sqlite';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { dueOf, type Run } from '../../migration-engine/run.ts';
import type { RunChange, RunStore, StoredRun } from '../run-store.ts';
import { organizationOf } from '../list-rows.ts';
import { createRowAppender, organizationOfSql, rowRange } from './list-rows.ts';
import { inTransaction } from './transactions.ts';

const toStoredRun = (row: Record<string, unknown>): StoredRun => ({
  migration: Number(row['migration']),
  version: Number(row['version']),
  run: JSON.parse(String(row['state'])) as Run,
});

/** The engine's runs in SQLite. */
export const createSqliteRuns = (database: DatabaseSync): RunStore => {
  const appender = createRowAppender(database);
  // The first condition is for the index: no clock is further ahead.
  const due = database.prepare(`
    SELECT migration, version, state, offset_ms
    FROM runs CROSS JOIN organizations ON organizations.number = ${organizationOfSql('migration')}
    WHERE due <= :now + (SELECT max(offset_ms) FROM organizations) AND due <= :now + offset_ms
    ORDER BY due LIMIT :limit`);
  const update = database.prepare(
    'UPDATE runs SET version = version + 1, due = ?, state = ? WHERE migration = ? AND version = ?',
  );
  const readRow = database.prepare('SELECT json FROM migrations WHERE row = ?');
  const writeRow = database.prepare('UPDATE migrations SET status = ?, json = ? WHERE row = ?');
  const byId = database.prepare(`
    SELECT migrations.row AS row, status, migration, version, state
    FROM migrations LEFT JOIN runs ON runs.migration = migrations.row
    WHERE id = ? AND migrations.row BETWEEN ? AND ?`);

  const rewrite = (row: number, change: Partial<Migration>): void => {
    const migration: Migration = {
      ...(JSON.parse(String(readRow.get(row)?.['json'])) as Migration),
      ...change,
    };
    writeRow.run(migration.status, JSON.stringify(migration), row);
  };

  const save = ({ migration, version, run, company }: RunChange, now: number): boolean => {
    if (update.run(dueOf(run), JSON.stringify(run), migration, version).changes === 0) return false;
    rewrite(migration, {
      status: run.status,
      ...(company && { company_id: appender.company(organizationOf(migration), company, now) }),
    });
    return true;
  };

  const moveDue = (now: number, limit: number, move: (run: Run, now: number) => Run): number => {
    const rows = due.all({ now, limit });
    for (const row of rows) {
      const byClock = now + Number(row['offset_ms']);
      const stored = toStoredRun(row);
      save({ ...stored, run: move(stored.run, byClock) }, byClock);
    }
    return rows.length;
  };

  const find = (organization: number, id: string) => {
    const { from, to } = rowRange(organization);
    return byId.get(id, from, to);
  };

  return {
    moveDue: async (now, limit, move) => inTransaction(database, () => moveDue(now, limit, move)),
    save: async (change, now) => inTransaction(database, () => save(change, now)),
    find: async (organization, id) => {
      const row = find(organization, id);
      if (row === undefined) return undefined;
      const status = row['status'] as MigrationStatus;
      return row['migration'] === null ? { status } : { status, stored: toStoredRun(row) };
    },
    setStatus: async (organization, id, from, to) =>
      inTransaction(database, () => {
        const row = find(organization, id);
        if (row === undefined || row['status'] !== from) return false;
        rewrite(Number(row['row']), { status: to });
        return true;
      }),
  };
};
