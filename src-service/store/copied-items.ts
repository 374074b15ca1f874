import { reportsKeptDays } from '#shared/reports-api/reports.ts';
import type { ItemChange } from '#shared/reports-api/reports.ts';
import type { CollectionKind, FailureReason } from '../providers/copy-ports.ts';
import {
  type CopyKey,
  type CopyPair,
  eraseLastWrites,
  forgetLastWrites,
  lastWriteTables,
  readLastWrites,
  rememberWrite,
} from './last-writes.ts';
import { forgetPairLeases, takePairLease } from './pair-leases.ts';
import { bindPrograms, insert, type Program, run, type RunProgram, type Step } from './base/program.ts';

export type { CopyKey, LastWrite } from './last-writes.ts';

/**
 * `intended`: about to be written to a free path, or over an item of an earlier copy. `written`: written, but not read
 * back yet. `conflict`: both sides have different versions; with a fingerprint, the copy is about to write the version
 * that the end user chose. `altered`: written, but the destination changed the item.
 */
type ItemState = 'intended' | 'written' | 'conflict' | 'copied' | 'altered' | 'skipped' | 'failed';

export type ItemReason =
  | FailureReason
  | 'already_there'
  | 'kept_newer'
  | 'kept_there'
  | 'changed_there'
  | 'deleted_there';

export interface CopiedItem {
  readonly collection: string;
  readonly kind: CollectionKind;
  readonly item: string;
  readonly state: ItemState;
  readonly reason: ItemReason | null;
  readonly detail?: string | null | undefined;
  readonly place: string | null;
  readonly fingerprint: string | null;
  readonly sourceFingerprint?: string | null | undefined;
  /** Fingerprint of the item as read from the destination. The next copy compares each side with its fingerprint. */
  readonly thereFingerprint?: string | null | undefined;
  /** Hashes of the revisions that belong to these fingerprints. */
  readonly sourceRevision?: string | null | undefined;
  readonly thereRevision?: string | null | undefined;
  readonly changes?: readonly ItemChange[] | undefined;
}

interface ItemCount {
  readonly collection: string;
  readonly state: ItemState;
  readonly reason: ItemReason | null;
  readonly count: number;
}

const recheckAfterMs = reportsKeptDays * 24 * 3_600_000;

export const copiedItemTables = `
  CREATE TABLE copied_items (
    migration text NOT NULL,
    collection text NOT NULL,
    item text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    reason text,
    place text,
    fingerprint text,
    at bigint NOT NULL,
    PRIMARY KEY (migration, collection, item)
  );
  CREATE INDEX copied_items_by_time ON copied_items (at);
`;

/** Schema step of both stores: further columns, and the table of last writes. */
export const copyMemoryTables = `
  ${lastWriteTables}
  ALTER TABLE copied_items ADD COLUMN source_fingerprint text;
  ALTER TABLE copied_items ADD COLUMN changes text;
`;

export const copyDetailColumn = 'ALTER TABLE copied_items ADD COLUMN detail text';

/** `there_revision` is known only with the final result, which is in the last write. */
export const revisionColumns = `
  ALTER TABLE copied_items ADD COLUMN source_revision text;
  ALTER TABLE last_writes ADD COLUMN source_revision text;
  ALTER TABLE last_writes ADD COLUMN there_revision text;
`;

/** Times of the next retention checks. `organizations` is a query of each migration's organization and ID. */
export const copyTables = (organizations: string): string => `
  CREATE TABLE copies (
    migration text PRIMARY KEY,
    organization bigint NOT NULL,
    look_at bigint NOT NULL
  );
  CREATE INDEX copies_by_time ON copies (look_at);
  INSERT INTO copies (migration, organization, look_at)
    SELECT own.migration, known.organization, min(own.at) + ${recheckAfterMs}
    FROM copied_items AS own JOIN (${organizations}) AS known ON known.id = own.migration
    GROUP BY own.migration, known.organization;
  DROP INDEX copied_items_by_time;
`;

const columns = `
  collection, kind, item, state, reason, detail, place, fingerprint, source_fingerprint AS "sourceFingerprint",
  source_revision AS "sourceRevision", there_fingerprint AS "thereFingerprint", changes`;

function* registerCopy({ organization, migrationId }: CopyKey, at: number): Program<void> {
  yield* run(
    'INSERT INTO copies (migration, organization, look_at) VALUES ($1, $2, $3) ON CONFLICT (migration) DO NOTHING',
    [migrationId, organization, at + recheckAfterMs],
  );
}

/** Keeps final results: an instance that unknowingly lost its lease must not change the next instance's results. */
function* putItems(copy: CopyKey & CopyPair, items: readonly CopiedItem[], at: number): Program<void> {
  const { migrationId } = copy;
  yield* registerCopy(copy, at);
  for (const copied of items) {
    const { collection, kind, item, state, reason, place, fingerprint, changes = [] } = copied;
    // Only an item that was found at the destination replaces a failure.
    yield* insert(
      'copied_items',
      {
        migration: migrationId,
        collection,
        item,
        kind,
        state,
        reason,
        detail: copied.detail ?? null,
        place,
        fingerprint,
        source_fingerprint: copied.sourceFingerprint ?? null,
        source_revision: copied.sourceRevision ?? null,
        there_fingerprint: copied.thereFingerprint ?? null,
        changes: changes.length === 0 ? null : JSON.stringify(changes),
        at,
      },
      `ON CONFLICT (migration, collection, item) DO UPDATE
       SET state = excluded.state, reason = excluded.reason, detail = excluded.detail, place = excluded.place,
         fingerprint = excluded.fingerprint, source_fingerprint = excluded.source_fingerprint,
         source_revision = excluded.source_revision,
         there_fingerprint = excluded.there_fingerprint, changes = excluded.changes, at = excluded.at
       WHERE copied_items.state = 'intended' OR (copied_items.state IN ('written', 'conflict') AND excluded.state <> 'intended')
         OR (copied_items.state = 'failed' AND excluded.state IN ('copied', 'altered', 'skipped'))`,
    );
    yield* rememberWrite(copy, migrationId, copied, at);
  }
}

function* selectItems(where: string, values: Step['values']): Program<readonly CopiedItem[]> {
  const rows = yield* run<Omit<CopiedItem, 'changes'> & { readonly changes: string | null }>(
    `SELECT ${columns} FROM copied_items WHERE ${where}`,
    values,
  );
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes ?? '[]') as ItemChange[] }));
}

const readPage = (
  migration: string,
  after: Pick<CopiedItem, 'collection' | 'item'> | undefined,
  limit: number,
): Program<readonly CopiedItem[]> =>
  selectItems(
    `migration = $1 AND (collection > $2 OR (collection = $2 AND item > $3)) ORDER BY collection, item LIMIT $4`,
    [migration, after?.collection ?? '', after?.item ?? '', limit],
  );

const countItems = (migration: string): Program<readonly ItemCount[]> =>
  run(
    `SELECT collection, state, reason, count(*) AS count FROM copied_items WHERE migration = $1
     GROUP BY collection, state, reason ORDER BY collection, state, reason`,
    [migration],
  );

const dueCopies = (now: number, limit: number): Program<readonly CopyKey[]> =>
  run('SELECT migration AS "migrationId", organization FROM copies WHERE look_at <= $1 ORDER BY look_at LIMIT $2', [
    now,
    limit,
  ]);

function* dropItems(migration: string, limit: number): Program<number> {
  const deletedRows = yield* run(
    `DELETE FROM copied_items WHERE migration = $1 AND (collection, item) IN (
       SELECT collection, item FROM copied_items WHERE migration = $1 ORDER BY collection, item LIMIT $2
     ) RETURNING item`,
    [migration, limit],
  );
  if (deletedRows.length < limit) yield* run('DELETE FROM copies WHERE migration = $1', [migration]);
  return deletedRows.length;
}

export const createCopiedItemStore = (runProgram: RunProgram) =>
  bindPrograms(runProgram, {
    /** Registers a copy before its first write, so that its rows are deleted eventually. */
    register: registerCopy,
    put: putItems,
    /** Takes or renews the lease on a pair of accounts; `until` = `now` ends it. False if another migration holds it. */
    takePairLease,
    forgetPairLeases,
    /** Returns the results of earlier copies of a collection. The map's key is `keyOf` the item at the source. */
    lastWrites: readLastWrites,
    /** Deletes the last writes of a migration's accounts, to erase an end user. Returns their number. */
    eraseLastWrites,
    forgetLastWrites,
    /** Returns items of a migration after `after`, ordered by collection and item. */
    page: readPage,
    /** Returns the first items in a state, in the order of `page`. */
    inState: (migration: string, state: ItemState, limit: number) =>
      selectItems('migration = $1 AND state = $2 ORDER BY collection, item LIMIT $3', [migration, state, limit]),
    listCollection: (migration: string, collection: string) =>
      selectItems('migration = $1 AND collection = $2', [migration, collection]),
    counts: countItems,
    /** Returns copies with a due retention check. Retention starts at the migration's end, which isn't stored here. */
    due: dueCopies,
    keep: (migration: string, until: number) =>
      run('UPDATE copies SET look_at = $1 WHERE migration = $2', [until, migration]),
    /** Deletes up to `limit` items of a migration, then the copy. Returns the number of deleted items. */
    drop: dropItems,
  });

export type CopiedItemStore = ReturnType<typeof createCopiedItemStore>;
