import { keyOf } from '../content/key-of.ts';
import { insert, type Program, run } from './base/program.ts';

/** A source account and its destination, as hashed keys of letters and digits. */
export interface CopyPair {
  readonly organization: number;
  readonly account: string;
  readonly destination: string;
}

/** State of both sides after an item's last copy. Shows the next copy which side changed. */
export interface LastWrite {
  readonly name: string;
  readonly source: string;
  readonly there: string;
  /** Hashes of the revisions that belong to `source` and `there`. Null if unknown. */
  readonly sourceRevision: string | null;
  readonly thereRevision: string | null;
}

export interface CopyKey {
  readonly organization: number;
  readonly migrationId: string;
}

interface ProvenItem {
  readonly collection: string;
  readonly item: string;
  readonly place: string | null;
  readonly sourceFingerprint?: string | null | undefined;
  readonly thereFingerprint?: string | null | undefined;
  readonly sourceRevision?: string | null | undefined;
  readonly thereRevision?: string | null | undefined;
}

/** Retention after a copy last found the item. */
const lastWritesKeptMs = 365 * 24 * 3_600_000;

/** SQL of both stores. Except for the migration, the table contains only hashes and no item addresses. */
export const lastWriteTables = `
  CREATE TABLE last_writes (
    organization bigint NOT NULL,
    account text NOT NULL,
    destination text NOT NULL,
    collection text NOT NULL,
    item text NOT NULL,
    name text NOT NULL,
    source text NOT NULL,
    there text NOT NULL,
    migration text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (organization, account, destination, collection, item)
  );
  CREATE INDEX last_writes_by_migration ON last_writes (migration);
  CREATE INDEX last_writes_by_time ON last_writes (at);
`;

export function* rememberWrite(
  { organization, account, destination }: CopyPair,
  migrationId: string,
  { collection, item, place, ...found }: ProvenItem,
  at: number,
): Program<void> {
  const { sourceFingerprint, thereFingerprint } = found;
  if (place === null || !sourceFingerprint || !thereFingerprint) return;
  yield* insert(
    'last_writes',
    {
      organization,
      account,
      destination,
      collection: keyOf(collection),
      item: keyOf(item),
      name: place.slice(place.lastIndexOf('/') + 1),
      source: sourceFingerprint,
      there: thereFingerprint,
      source_revision: found.sourceRevision ?? null,
      there_revision: found.thereRevision ?? null,
      migration: migrationId,
      at,
    },
    `ON CONFLICT (organization, account, destination, collection, item) DO UPDATE
     SET name = excluded.name, source = excluded.source, there = excluded.there,
       source_revision = excluded.source_revision, there_revision = excluded.there_revision,
       migration = excluded.migration, at = excluded.at`,
  );
}

export function* readLastWrites(
  { organization, account, destination }: CopyPair,
  collection: string,
): Program<ReadonlyMap<string, LastWrite>> {
  const rows = yield* run<LastWrite & { readonly item: string }>(
    `SELECT item, name, source, there, source_revision AS "sourceRevision", there_revision AS "thereRevision"
     FROM last_writes
     WHERE organization = $1 AND account = $2 AND destination = $3 AND collection = $4`,
    [organization, account, destination, keyOf(collection)],
  );
  return new Map(rows.map(({ item, ...write }) => [item, write]));
}

export function* eraseLastWrites({ organization, migrationId }: CopyKey): Program<number> {
  const { length } = yield* run(
    `DELETE FROM last_writes WHERE organization = $1 AND account IN (
       SELECT account FROM last_writes WHERE organization = $1 AND migration = $2
     ) RETURNING item`,
    [organization, migrationId],
  );
  return length;
}

export function* forgetLastWrites(now: number, limit: number): Program<number> {
  const { length } = yield* run(
    `DELETE FROM last_writes WHERE (organization, account, destination, collection, item) IN (
       SELECT organization, account, destination, collection, item FROM last_writes WHERE at < $1 LIMIT $2
     ) RETURNING item`,
    [now - lastWritesKeptMs, limit],
  );
  return length;
}
