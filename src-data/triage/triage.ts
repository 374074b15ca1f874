import type { DatabaseSync } from 'node:sqlite';
import type { TriageEntry } from '#shared/console-contract/triage-calls.ts';
import type { TriageCalls } from '#shared/data-messages/triage-messages.ts';
import { truncateStatus } from '#shared/migration-api/migration-status.ts';
import { inTransaction } from '../storage/in-transaction.ts';
import type { DatabaseLayout } from '../storage/open-database.ts';
import { type Row, textOrNull, timeOrNull } from '../storage/read-value.ts';

/** Notes have their own file, because the timeline's file can be erased or moved aside. */
export const triageLayout: DatabaseLayout = {
  name: 'the notes file',
  version: 2,
  // `opened_at`: when a mark was removed, so that importing an older file doesn't set the mark again.
  steps: { 1: 'ALTER TABLE entries ADD COLUMN opened_at INTEGER;' },
  schema: `
    CREATE TABLE IF NOT EXISTS entries (
      profile TEXT NOT NULL, migration TEXT NOT NULL,
      note TEXT, noted_at INTEGER, handled_status TEXT, handled_at INTEGER, opened_at INTEGER,
      PRIMARY KEY (profile, migration)
    );`,
  synchronous: 'FULL',
};

interface HandledMark {
  readonly status: string;
  readonly at: number;
}

const entryOf = (id: string, row: Row | undefined): TriageEntry => {
  const handledAt = timeOrNull(row?.['handled_at']);
  return {
    id,
    note: textOrNull(row?.['note']),
    notedAt: timeOrNull(row?.['noted_at']),
    handled: handledAt === null ? null : { status: String(row?.['handled_status']), at: handledAt },
  };
};

export function createTriage(database: DatabaseSync) {
  const one = database.prepare('SELECT * FROM entries WHERE profile = ? AND migration = ?');
  const all = database.prepare('SELECT * FROM entries WHERE profile = ? ORDER BY migration');
  const marks = database.prepare(
    'SELECT migration, handled_status FROM entries WHERE profile = ? AND handled_at IS NOT NULL',
  );
  const count = database.prepare('SELECT count(*) AS n FROM entries WHERE profile = ?');
  const remove = database.prepare('DELETE FROM entries WHERE profile = ?');
  const setNote = database.prepare(`
    INSERT INTO entries (profile, migration, note, noted_at) VALUES (:profile, :id, :note, :at)
    ON CONFLICT DO UPDATE SET note = excluded.note, noted_at = excluded.noted_at`);
  const setHandled = database.prepare(`
    INSERT INTO entries (profile, migration, handled_status, handled_at, opened_at)
    VALUES (:profile, :id, :status, :at, :openedAt)
    ON CONFLICT DO UPDATE SET
      handled_status = excluded.handled_status, handled_at = excluded.handled_at, opened_at = excluded.opened_at`);
  /** Changes with any mark. */
  let version = 0;

  const handled = (profileId: string): Map<string, string> =>
    new Map(marks.all(profileId).map((row) => [String(row['migration']), String(row['handled_status'])]));
  const mark = (profile: string, id: string, created: HandledMark | null, openedAt: number | null = null) => {
    version += 1;
    setHandled.run({ profile, id, status: created?.status ?? null, at: created?.at ?? null, openedAt });
  };
  const entry = (profileId: string, id: string): TriageEntry => entryOf(id, one.get(profileId, id));
  const hasContent = ({ note, handled: mine }: TriageEntry): boolean => note !== null || mine !== null;
  const decidedAt = (profile: string, id: string): string | null => {
    const row = one.get(profile, id);
    return timeOrNull(row?.['handled_at']) ?? timeOrNull(row?.['opened_at']);
  };
  /** Applies newer values from `given`. Returns whether the entry changed and which of two notes stays. */
  const merge = (
    profile: string,
    given: TriageEntry,
  ): { readonly changed: boolean; readonly note: 'ours' | 'theirs' | null } => {
    const storedEntry = entry(profile, given.id);
    const differs = storedEntry.note !== null && given.note !== null && storedEntry.note !== given.note;
    const isNewer = (mine: string | null, theirs: string | null) =>
      theirs !== null && (mine === null || Date.parse(theirs) > Date.parse(mine));
    const acceptsNote = isNewer(storedEntry.notedAt, given.notedAt);
    const acceptsMark = isNewer(decidedAt(profile, given.id), given.handled?.at ?? null);
    if (acceptsNote) setNote.run({ profile, id: given.id, note: given.note, at: Date.parse(given.notedAt ?? '') });
    if (acceptsMark && given.handled) {
      mark(profile, given.id, { status: truncateStatus(given.handled.status), at: Date.parse(given.handled.at) });
    }
    const note = differs ? (acceptsNote ? 'theirs' : 'ours') : null;
    return { changed: acceptsNote || acceptsMark, note };
  };

  return {
    handled,
    version: () => version,
    count: (profileId: string) => Number(count.get(profileId)?.['n'] ?? 0),
    remove: (profileId: string) => {
      version += 1;
      return Number(remove.run(profileId).changes);
    },
    calls: {
      triageOf: ({ profileId, ids }) => ids.map((id) => entry(profileId, id)).filter(hasContent),
      allTriage: ({ profileId }) =>
        all
          .all(profileId)
          .map((row) => entryOf(String(row['migration']), row))
          .filter(hasContent),
      writeNote: ({ profileId, id, note, at }) => {
        setNote.run({ profile: profileId, id, note, at });
        return entry(profileId, id);
      },
      markHandled: ({ profileId, migrations, at }) =>
        inTransaction(database, () => {
          const statusOf = (id: string) => entry(profileId, id).handled?.status;
          const updates = migrations.filter(({ id, status }) => statusOf(id) !== truncateStatus(status));
          for (const { id, status } of updates) mark(profileId, id, { status: truncateStatus(status), at });
          return updates.map(({ id }) => id);
        }),
      reopen: ({ profileId, ids, at }) =>
        inTransaction(database, () => {
          const markedIds = ids.filter((id) => entry(profileId, id).handled !== null);
          for (const id of markedIds) mark(profileId, id, null, at);
          return markedIds;
        }),
      mergeTriage: ({ profileId, entries }) =>
        inTransaction(database, () => {
          const mergedEntries = entries.map((given) => ({ id: given.id, ...merge(profileId, given) }));
          const notesOf = (side: 'ours' | 'theirs') => mergedEntries.filter(({ note }) => note === side).length;
          const changedIds = mergedEntries.flatMap(({ id, changed: isChanged }) => (isChanged ? [id] : []));
          return { changed: changedIds, replacedNotes: notesOf('theirs'), keptNotes: notesOf('ours') };
        }),
    } satisfies TriageCalls,
  };
}

export type Triage = ReturnType<typeof createTriage>;
