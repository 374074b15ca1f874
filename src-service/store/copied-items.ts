import type { CollectionKind, FailureReason } from '../providers/copy-ports.ts';
import { first, type Program, type Row, run, type RunProgram, textOrNull } from './program.ts';

/** `written`: at the destination, and not read back yet. `conflict`: both sides have it and differ. */
type ItemState = 'written' | 'conflict' | 'copied' | 'skipped' | 'failed';

/** Why an item was not written. */
export type ItemReason = FailureReason | 'already_there' | 'kept_newer' | 'kept_there';

/** What became of one item of a copy. */
export interface CopiedItem {
  readonly collection: string;
  readonly kind: CollectionKind;
  /** Its id at the source. */
  readonly item: string;
  readonly state: ItemState;
  readonly reason: ItemReason | null;
  /** Where it stands at the destination. */
  readonly place: string | null;
  /** Of what was written. */
  readonly fingerprint: string | null;
}

/** How many items of a collection have a state. */
interface ItemCount {
  readonly collection: string;
  readonly state: ItemState;
  readonly reason: ItemReason | null;
  readonly count: number;
}

/** What became of each item of the copies, by the id of their migration. */
export interface CopiedItemStore {
  /**
   * Writes what became of items, in the place of what was written of them before. What is copied, skipped or failed stays:
   * an instance that lost its lease and does not know it yet unsays nothing.
   */
  put(migration: string, items: readonly CopiedItem[], at: number): Promise<void>;
  /** Items of a state in a collection; `after` the one with this id. */
  page(
    migration: string,
    after: Pick<CopiedItem, 'collection' | 'item'> | undefined,
    limit: number,
  ): Promise<readonly CopiedItem[]>;
  /** All ids of a collection with their states. */
  ofCollection(migration: string, collection: string): Promise<readonly CopiedItem[]>;
  counts(migration: string): Promise<readonly ItemCount[]>;
  /** Drops so many of those that are older than `before`; gives back how many. */
  forget(before: number, limit: number): Promise<number>;
}

/** The table, the same words for every store. */
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

const toItem = (row: Row): CopiedItem => ({
  collection: String(row['collection']),
  kind: row['kind'] as CollectionKind,
  item: String(row['item']),
  state: row['state'] as ItemState,
  reason: textOrNull(row['reason']) as ItemReason | null,
  place: textOrNull(row['place']),
  fingerprint: textOrNull(row['fingerprint']),
});

const columns = 'collection, kind, item, state, reason, place, fingerprint';

function* putItems(migration: string, items: readonly CopiedItem[], at: number): Program<void> {
  for (const { collection, kind, item, state, reason, place, fingerprint } of items) {
    yield* run(
      `INSERT INTO copied_items (migration, ${columns}, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (migration, collection, item) DO UPDATE
       SET state = excluded.state, reason = excluded.reason, place = excluded.place,
         fingerprint = excluded.fingerprint, at = excluded.at
       WHERE copied_items.state IN ('written', 'conflict')`,
      migration,
      collection,
      kind,
      item,
      state,
      reason,
      place,
      fingerprint,
      at,
    );
  }
}

function* readPage(
  migration: string,
  after: Pick<CopiedItem, 'collection' | 'item'> | undefined,
  limit: number,
): Program<readonly CopiedItem[]> {
  const rows = yield* run(
    `SELECT ${columns} FROM copied_items
     WHERE migration = $1 AND (collection > $2 OR (collection = $2 AND item > $3))
     ORDER BY collection, item LIMIT $4`,
    migration,
    after?.collection ?? '',
    after?.item ?? '',
    limit,
  );
  return rows.map(toItem);
}

/** What became of items, in a store that runs programs. */
export const createCopiedItemStore = (runProgram: RunProgram): CopiedItemStore => ({
  put: (migration, items, at) => runProgram(() => putItems(migration, items, at)),
  page: (migration, after, limit) => runProgram(() => readPage(migration, after, limit)),
  ofCollection: (migration, collection) =>
    runProgram(function* () {
      const rows = yield* run(
        `SELECT ${columns} FROM copied_items WHERE migration = $1 AND collection = $2`,
        migration,
        collection,
      );
      return rows.map(toItem);
    }),
  counts: (migration) =>
    runProgram(function* () {
      const rows = yield* run(
        `SELECT collection, state, reason, count(*) AS count FROM copied_items WHERE migration = $1
         GROUP BY collection, state, reason ORDER BY collection, state, reason`,
        migration,
      );
      return rows.map((row) => ({
        collection: String(row['collection']),
        state: row['state'] as ItemState,
        reason: textOrNull(row['reason']) as ItemReason | null,
        count: Number(row['count']),
      }));
    }),
  forget: (before, limit) =>
    runProgram(function* () {
      const oldest = yield* first(
        'SELECT max(at) AS at FROM (SELECT at FROM copied_items WHERE at < $1 ORDER BY at LIMIT $2) AS old',
        before,
        limit,
      );
      if (oldest?.['at'] === null || oldest === undefined) return 0;
      const gone = yield* run('DELETE FROM copied_items WHERE at <= $1 RETURNING item', Number(oldest['at']));
      return gone.length;
    }),
});
