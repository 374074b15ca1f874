import type { Company } from '#shared/migration-api/company.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { type ActivityContext, recordActivity } from '../migration-engine/record-activity.ts';
import { nextStepAt, type Run } from '../migration-engine/run.ts';
import type { ProviderCompany } from '../providers/source-provider.ts';
import type { Outbox, StatusChange } from './event-store.ts';
import { organizationOf, positionOf, rowNumber } from './list-rows.ts';
import {
  bindPrograms,
  type Dialect,
  first,
  parsed,
  prepared,
  type Program,
  type Programs,
  type Row,
  run,
} from './base/program.ts';
import { type ChangeEntries, countFieldChange, createRowWriter, type Place } from './run-rows.ts';
import { type StatusDetails, statusDetails } from './status-details.ts';

export interface StoredRun {
  readonly migration: number;
  /** Number of writes. A write fails if the version changed after it was read. */
  readonly version: number;
  readonly run: Run;
}

export interface RunChange extends StoredRun {
  /** The run as it was read. If omitted, the change adds no activity. */
  readonly before?: Run | undefined;
  readonly context?: ActivityContext | undefined;
  /** Company to assign to the migration. Created if the organization doesn't have this company. */
  readonly company?: ProviderCompany | undefined;
}

interface StatusStep {
  readonly from: MigrationStatus;
  readonly to: MigrationStatus;
}

const toStoredRun = (row: Row): StoredRun => ({
  migration: rowNumber(Number(row['organization']), Number(row['position'])),
  version: Number(row['version']),
  run: parsed(row['state']) as Run,
});

/** A run is due at `$1` by its organization's clock. The first condition lets a query use the index. */
export const isDue = `due <= CAST($1 AS bigint) + (SELECT max(offset_ms) FROM organizations)
  AND due <= CAST($1 AS bigint) + offset_ms`;

type OnStatusChange = (change: StatusChange) => void;

/** Runs of migrations. Seeded rows have no run. */
export const createRunStore = ({ single }: Programs, dialect: Dialect, outbox: Outbox) => {
  const { at, lock, of, organization: organizationSql, position: positionSql } = dialect;
  const rows = createRowWriter(dialect);
  const dueRuns = `
    SELECT ${organizationSql('runs')} AS organization, ${positionSql('runs')} AS position, version, state, offset_ms
    FROM ${dialect.dueRuns}
    WHERE ${isDue} ORDER BY due LIMIT $2`;
  const claim = prepared(dueRuns + lock('runs', 'SKIP LOCKED'));
  const update = prepared(`
      UPDATE runs SET version = version + 1, due = $3, state = $4 WHERE ${at('runs')} AND version = $5
      RETURNING version`);
  const readRow = prepared(
    `SELECT json, sequence, metadata FROM migrations WHERE ${at('migrations')}${lock('migrations')}`,
  );
  const writeRow = prepared(`UPDATE migrations SET status = $3, json = $4, sequence = $5 WHERE ${at('migrations')}`);
  const companyById = prepared(`SELECT json FROM companies WHERE ${of('companies')} AND id = $2`);
  const byId = prepared(`
      SELECT ${organizationSql('migrations')} AS organization, ${positionSql('migrations')} AS position, json, version, state
      FROM migrations LEFT JOIN runs ON ${dialect.same('runs', 'migrations')}
      WHERE ${of('migrations')} AND id = $2`);

  function* rewrite(
    place: Place,
    { run: moved, ...change }: Partial<Migration> & { readonly run?: Run },
    now: number,
    changed: OnStatusChange,
  ): Program<StatusDetails | undefined> {
    const row = yield* first(readRow, place);
    const previous = JSON.parse(String(row?.['json'])) as Migration;
    const migration: Migration = { ...previous, ...change };
    const hasMoved = migration.status !== previous.status;
    const sequence = Number(row?.['sequence']) + (hasMoved ? 1 : 0);
    yield* run(writeRow, [...place, migration.status, JSON.stringify(migration), sequence]);
    let details: StatusDetails | undefined;
    if (hasMoved) {
      const [organization] = place;
      const company = hasEnded(migration.status)
        ? yield* first<{ json: string }>(companyById, [organization, migration.company_id])
        : undefined;
      details = statusDetails(migration, moved, now, company && (JSON.parse(company.json) as Company));
      const metadata = row?.['metadata'] as string | null;
      changed({ organization, migration, previousStatus: previous.status, sequence, details, at: now, metadata });
    } else if (migration.company_id !== previous.company_id) {
      yield* run(countFieldChange, [place[0]]);
    }
    return details;
  }

  /** Returns the entries to write. Undefined if another change was saved first. */
  function* save(change: RunChange, now: number, changed: OnStatusChange): Program<ChangeEntries | undefined> {
    const { migration, version, before, company, context } = change;
    const { run: next, entriesOf } = recordActivity({ before: before ?? change.run, after: change.run, now }, context);
    const organization = organizationOf(migration);
    const place = [organization, positionOf(migration)] as const;
    if (company !== undefined) yield* rows.lock(organization);
    const updatedRows = yield* run(update, [...place, nextStepAt(next), JSON.stringify(next), version]);
    if (updatedRows.length === 0) return undefined;
    const companyId = company && (yield* rows.company(organization, company, now));
    const wanted = { run: next, status: next.status, ...(companyId !== undefined && { company_id: companyId }) };
    const details = yield* rewrite(place, wanted, now, changed);
    return { place, entries: entriesOf(details?.counts) };
  }

  return {
    /**
     * Moves due runs, most overdue first, each once even with several instances. Returns their number.
     * @param now the store's own time
     * @param move returns the run after its first step that is due at the organization's time
     * @param waitsForOthers waits for runs that another instance is moving, instead of skipping them
     */
    moveDue: (now: number, limit: number, move: (run: Run, now: number) => Run, waitsForOthers = false) =>
      outbox(function* (changed) {
        const dueRows = yield* run(waitsForOthers ? dueRuns + lock('runs') : claim, [now, limit]);
        const addedEntries: ChangeEntries[] = [];
        for (const row of dueRows) {
          const organizationNow = now + Number(row['offset_ms']);
          const stored = toStoredRun(row);
          const change = { ...stored, before: stored.run, run: move(stored.run, organizationNow) };
          addedEntries.push(...[yield* save(change, organizationNow, changed)].filter((one) => one !== undefined));
        }
        yield* rows.entries(addedEntries);
        return dueRows.length;
      }),
    /**
     * Writes run, status and company atomically. Returns false if the run changed since it was read. A call contains at
     * most one status change, because each change needs an event.
     * @param now the organization's time
     */
    save: (change: RunChange, now: number) =>
      outbox(function* (changed) {
        const addedEntry = yield* save(change, now, changed);
        if (addedEntry === undefined) return false;
        yield* rows.entries([addedEntry]);
        return true;
      }),
    ...bindPrograms(single, {
      /** Returns a migration, and its run unless it was seeded. Undefined if the migration doesn't exist. */
      *find(organization: number, id: string): Program<{ migration: Migration; stored?: StoredRun } | undefined> {
        const row = yield* first(byId, [organization, id]);
        if (row === undefined) return undefined;
        const migration = JSON.parse(String(row['json'])) as Migration;
        return row['state'] === null ? { migration } : { migration, stored: toStoredRun(row) };
      },
    }),
    /** Sets a seeded migration's status, at the organization's time `now`. False if the status isn't `from`. */
    setStatus: (organization: number, id: string, { from, to }: StatusStep, now: number) =>
      outbox(function* (changed) {
        const row = yield* first(
          `SELECT ${positionSql('migrations')} AS position FROM migrations
           WHERE ${of('migrations')} AND id = $2 AND status = $3${lock('migrations')}`,
          [organization, id, from],
        );
        if (row === undefined) return false;
        yield* rewrite([organization, Number(row['position'])], { status: to }, now, changed);
        return true;
      }),
  };
};

export type RunStore = ReturnType<typeof createRunStore>;
