import type { DatabaseSync } from 'node:sqlite';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { recordActivity } from '../../migration-engine/record-activity.ts';
import { dueOf, type Run } from '../../migration-engine/run.ts';
import type { RunChange, RunStore, StoredRun } from '../run-store.ts';
import type { StatusChange } from '../event-store.ts';
import { lacksCompany, statusDetails } from '../status-details.ts';
import { createEntryWriter } from './sqlite-entries.ts';
import { organizationOf } from '../list-rows.ts';
import { createRowAppender, organizationOfSql, rowRange } from './list-rows.ts';
import type { Outbox } from './sqlite-events.ts';

const toStoredRun = (row: Record<string, unknown>): StoredRun => ({
  migration: Number(row['migration']),
  version: Number(row['version']),
  run: JSON.parse(String(row['state'])) as Run,
});

type Changed = (change: StatusChange) => void;

export const createSqliteRuns = (database: DatabaseSync, outbox: Outbox): RunStore => {
  const appender = createRowAppender(database);
  const writeEntries = createEntryWriter(database);
  const companyById = database.prepare('SELECT json FROM companies WHERE id = ?');
  // The first condition lets the query use the index: no organization's clock is further ahead.
  const due = database.prepare(`
    SELECT migration, version, state, offset_ms
    FROM runs CROSS JOIN organizations ON organizations.number = ${organizationOfSql('migration')}
    WHERE due <= :now + (SELECT max(offset_ms) FROM organizations) AND due <= :now + offset_ms
    ORDER BY due LIMIT :limit`);
  const update = database.prepare(
    'UPDATE runs SET version = version + 1, due = ?, state = ? WHERE migration = ? AND version = ?',
  );
  const readRow = database.prepare('SELECT json, sequence, metadata FROM migrations WHERE row = ?');
  const writeRow = database.prepare('UPDATE migrations SET status = ?, json = ?, sequence = ? WHERE row = ?');
  const byId = database.prepare(`
    SELECT migrations.row AS row, status, migration, version, state
    FROM migrations LEFT JOIN runs ON runs.migration = migrations.row
    WHERE id = ? AND migrations.row BETWEEN ? AND ?`);

  const rewrite = (
    row: number,
    { run, ...change }: Partial<Migration> & { readonly run?: Run },
    at: number,
    changed: Changed,
  ): string => {
    const found = readRow.get(row);
    const before = JSON.parse(String(found?.['json'])) as Migration;
    const migration: Migration = { ...before, ...change };
    const json = JSON.stringify(migration);
    const hasMoved = migration.status !== before.status;
    const sequence = Number(found?.['sequence']) + (hasMoved ? 1 : 0);
    writeRow.run(migration.status, json, sequence, row);
    if (hasMoved) {
      const company = lacksCompany(migration, run) ? companyById.get(migration.company_id)?.['json'] : undefined;
      const details = statusDetails(migration, run, at, company);
      const metadata = found?.['metadata'] as string | null;
      const organization = organizationOf(row);
      changed({ organization, json, previousStatus: before.status, sequence, details, at, metadata });
    }
    return migration.id;
  };

  const save = (change: RunChange, now: number, changed: Changed): boolean => {
    const { migration, version, before, company, context } = change;
    const { run, entriesOf } = recordActivity({ before, after: change.run, now }, context);
    if (update.run(dueOf(run), JSON.stringify(run), migration, version).changes === 0) return false;
    const written = {
      run,
      status: run.status,
      ...(company && { company_id: appender.company(organizationOf(migration), company, now) }),
    };
    writeEntries(migration, entriesOf(rewrite(migration, written, now, changed)));
    return true;
  };

  const moveDue = (now: number, limit: number, move: (run: Run, now: number) => Run, changed: Changed): number => {
    const rows = due.all({ now, limit });
    for (const row of rows) {
      const byClock = now + Number(row['offset_ms']);
      const stored = toStoredRun(row);
      save({ ...stored, before: stored.run, run: move(stored.run, byClock) }, byClock, changed);
    }
    return rows.length;
  };

  const find = (organization: number, id: string) => {
    const { from, to } = rowRange(organization);
    return byId.get(id, from, to);
  };

  return {
    moveDue: async (now, limit, move) => outbox((changed) => moveDue(now, limit, move, changed)),
    save: async (change, now) => outbox((changed) => save(change, now, changed)),
    find: async (organization, id) => {
      const row = find(organization, id);
      if (row === undefined) return undefined;
      const status = row['status'] as MigrationStatus;
      return row['migration'] === null ? { status } : { status, stored: toStoredRun(row) };
    },
    setStatus: async (organization, id, { from, to }, now) =>
      outbox((changed) => {
        const row = find(organization, id);
        if (row === undefined || row['status'] !== from) return false;
        rewrite(Number(row['row']), { status: to }, now, changed);
        return true;
      }),
  };
};
