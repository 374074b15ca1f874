import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { recordActivity } from '../../migration-engine/record-activity.ts';
import { dueOf, type Run } from '../../migration-engine/run.ts';
import type { StatusChange } from '../event-store.ts';
import { lacksCompany, statusDetails } from '../status-details.ts';
import { writeEntries } from './postgres-entries.ts';
import { organizationOf, positionOf, rowNumber } from '../list-rows.ts';
import type { RunChange, RunStore, StoredRun } from '../run-store.ts';
import { findOrAppendCompany, lockOrganization } from './list-rows.ts';
import type { Database, Row, Session } from './database.ts';
import type { Outbox } from './postgres-events.ts';

const toStoredRun = (row: Row): StoredRun => ({
  migration: rowNumber(Number(row['organization']), Number(row['position'])),
  version: Number(row['version']),
  run: row['state'] as Run,
});

/** The first condition lets the query use the index: no organization's clock is further ahead. */
const dueRuns = `
  SELECT organization, position, version, state, offset_ms FROM runs JOIN organizations ON organizations.number = runs.organization
  WHERE due <= $1::bigint + (SELECT max(offset_ms) FROM organizations) AND due <= $1::bigint + offset_ms
  ORDER BY due LIMIT $2 FOR NO KEY UPDATE OF runs`;
const claim = { name: 'claim due runs', text: `${dueRuns} SKIP LOCKED` };
const update = {
  name: 'update run',
  text: `
    UPDATE runs SET version = version + 1, due = $3, state = $4
    WHERE organization = $1 AND position = $2 AND version = $5 RETURNING version`,
};
const readRow = {
  name: 'read migration to change',
  text: 'SELECT json, sequence, metadata FROM migrations WHERE organization = $1 AND position = $2 FOR NO KEY UPDATE',
};
const writeRow = {
  name: 'write migration',
  text: 'UPDATE migrations SET status = $3, json = $4, sequence = $5 WHERE organization = $1 AND position = $2',
};
const companyById = {
  name: 'company by id',
  text: 'SELECT json FROM companies WHERE organization = $1 AND id = $2',
};
const byId = {
  name: 'run by id',
  text: `
    SELECT organization, position, status, version, state
    FROM migrations LEFT JOIN runs USING (organization, position) WHERE organization = $1 AND id = $2`,
};

interface Writing {
  readonly session: Session;
  readonly changed: (change: StatusChange) => void;
}

const rewrite = async (
  { session, changed }: Writing,
  [organization, position]: readonly [number, number],
  { run, ...change }: Partial<Migration> & { readonly run?: Run },
  at: number,
): Promise<string> => {
  const [row] = await session.run(readRow, [organization, position]);
  const before = JSON.parse(String(row?.['json'])) as Migration;
  const migration: Migration = { ...before, ...change };
  const json = JSON.stringify(migration);
  const hasMoved = migration.status !== before.status;
  const sequence = Number(row?.['sequence']) + (hasMoved ? 1 : 0);
  await session.run(writeRow, [organization, position, migration.status, json, sequence]);
  if (hasMoved) {
    const [company] = lacksCompany(migration, run)
      ? await session.run(companyById, [organization, migration.company_id])
      : [];
    const details = statusDetails(migration, run, at, company?.['json']);
    const metadata = row?.['metadata'] as string | null;
    changed({ organization, json, previousStatus: before.status, sequence, details, at, metadata });
  }
  return migration.id;
};

const save = async (writing: Writing, change: RunChange, now: number): Promise<boolean> => {
  const { migration, version, before, company, context } = change;
  const { run, entriesOf } = recordActivity({ before, after: change.run, now }, context);
  const [organization, position] = [organizationOf(migration), positionOf(migration)];
  const { session } = writing;
  if (company !== undefined) await lockOrganization(session, organization);
  const written = await session.run(update, [organization, position, dueOf(run), JSON.stringify(run), version]);
  if (written.length === 0) return false;
  const wanted = {
    run,
    status: run.status,
    ...(company && { company_id: await findOrAppendCompany(session, organization, company, now) }),
  };
  const id = await rewrite(writing, [organization, position], wanted, now);
  await writeEntries(session, [organization, position], entriesOf(id));
  return true;
};

export const createPostgresRuns = (database: Database, outbox: Outbox): RunStore => ({
  moveDue: (now, limit, move, awaitsOthers = false) =>
    outbox(async (session, changed) => {
      const rows = await session.run(awaitsOthers ? dueRuns : claim, [now, limit]);
      for (const row of rows) {
        const byClock = now + Number(row['offset_ms']);
        const stored = toStoredRun(row);
        const change = { ...stored, before: stored.run, run: move(stored.run, byClock) };
        await save({ session, changed }, change, byClock);
      }
      return rows.length;
    }),
  save: (change, now) => outbox((session, changed) => save({ session, changed }, change, now)),
  find: async (organization, id) => {
    const [row] = await database.run(byId, [organization, id]);
    if (row === undefined) return undefined;
    const status = row['status'] as MigrationStatus;
    return row['state'] === null ? { status } : { status, stored: toStoredRun(row) };
  },
  setStatus: (organization, id, { from, to }, now) =>
    outbox(async (session, changed) => {
      const [row] = await session.run(
        `SELECT position FROM migrations WHERE organization = $1 AND id = $2 AND status = $3 FOR NO KEY UPDATE`,
        [organization, id, from],
      );
      if (row === undefined) return false;
      await rewrite({ session, changed }, [organization, Number(row['position'])], { status: to }, now);
      return true;
    }),
});
