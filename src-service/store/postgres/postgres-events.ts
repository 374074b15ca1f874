import { createEventWatches, type EventStore, newEvent, type StatusChange } from '../event-store.ts';
import type { Database, Row, Session } from './database.ts';

/** Runs `work` in a transaction, then writes the events of its changes. */
export type Outbox = <Result>(
  work: (session: Session, changed: (change: StatusChange) => void) => Promise<Result>,
) => Promise<Result>;

/** Increments the counter and writes in one statement. Locks until the commit: positions are in commit order. */
const append = {
  name: 'append events',
  text: `
    WITH next AS (
      INSERT INTO event_heads (organization, head) VALUES ($1, $2)
      ON CONFLICT (organization) DO UPDATE SET head = event_heads.head + excluded.head RETURNING head
    )
    INSERT INTO events (organization, position, id, at, body)
    SELECT $1, head - $2 + place, id, at, body
    FROM next, unnest($3::text[], $4::bigint[], $5::text[]) WITH ORDINALITY AS added (id, at, body, place)`,
};
const readAfter = {
  name: 'events after',
  text: `
    SELECT epoch, first, head, position, id, body
    FROM event_heads LEFT JOIN LATERAL (
      SELECT position, id, body FROM events
      WHERE organization = event_heads.organization AND position > $2 ORDER BY position LIMIT $3
    ) AS following ON true
    WHERE organization = $1 ORDER BY position`,
};
const startSql = 'INSERT INTO event_heads (organization) VALUES ($1) ON CONFLICT (organization) DO NOTHING';
const heads = {
  name: 'heads of events',
  text: 'SELECT organization, head FROM event_heads WHERE $1::integer[] IS NULL OR organization = ANY ($1)',
};

const aged = `
  SELECT event_heads.organization, first, $1::bigint + offset_ms - $2::bigint AS until
  FROM event_heads JOIN organizations ON number = event_heads.organization
  JOIN events ON events.organization = event_heads.organization AND position = first
  WHERE at <= $1::bigint + offset_ms - $2::bigint`;
const oldest = 'SELECT position, at FROM events WHERE organization = $1 AND position >= $2 ORDER BY position LIMIT $3';

/** Writes the events of each organization. Takes locks in number order and none after them, to avoid deadlocks. */
const appendAll = async (session: Session, changes: readonly StatusChange[]): Promise<void> => {
  const byOrganization = Map.groupBy(changes, ({ organization }) => organization);
  for (const [organization, own] of [...byOrganization].toSorted(([one], [other]) => one - other)) {
    const events = own.map(newEvent);
    await session.run(append, [
      organization,
      own.length,
      events.map(({ id }) => id),
      own.map(({ at }) => at),
      events.map(({ body }) => body),
    ]);
  }
};

const forget = async (session: Session, { organization, first, until }: Row, limit: number): Promise<number> => {
  const rows = await session.run(oldest, [organization, first, limit]);
  const young = rows.findIndex(({ at }) => Number(at) > Number(until));
  const dropped = young === -1 ? rows.length : young;
  if (dropped === 0) return 0;
  // Not calculated from `first`, because another instance may have deleted some meanwhile.
  const from = Number(rows[dropped - 1]?.['position']) + 1;
  await session.run('DELETE FROM events WHERE organization = $1 AND position < $2', [organization, from]);
  await session.run('UPDATE event_heads SET first = greatest(first, $2) WHERE organization = $1', [organization, from]);
  return dropped;
};

export const createPostgresEvents = (database: Database): { readonly store: EventStore; readonly outbox: Outbox } => {
  const watches = createEventWatches();
  const read = (organization: number, position: number, limit: number) =>
    database.run(readAfter, [organization, position, limit]);
  return {
    outbox: async (work) => {
      let changes: StatusChange[] = [];
      const result = await database.inTransaction(async (session) => {
        // Reset, because a transaction may run again after a deadlock.
        changes = [];
        const done = await work(session, (change) => changes.push(change));
        await appendAll(session, changes);
        return done;
      });
      watches.tell(new Set(changes.map(({ organization }) => organization)));
      return result;
    },
    store: {
      readAfter: async (organization, position, limit) => {
        let rows = await read(organization, position, limit);
        if (rows.length === 0) {
          await database.run(startSql, [organization]);
          rows = await read(organization, position, limit);
        }
        return {
          epoch: String(rows[0]?.['epoch']),
          first: Number(rows[0]?.['first']),
          head: Number(rows[0]?.['head']),
          events: rows
            .filter((row) => row['position'] !== null)
            .map((row) => ({ position: Number(row['position']), id: String(row['id']), body: String(row['body']) })),
        };
      },
      heads: async (organizations) => {
        const rows = await database.run(heads, [organizations ?? null]);
        return new Map(rows.map((row) => [Number(row['organization']), Number(row['head'])]));
      },
      watch: watches.watch,
      isShared: true,
      forget: async (now, stored, limit) => {
        let dropped = 0;
        for (const row of await database.run(aged, [now, stored])) {
          dropped += await database.inTransaction((session) => forget(session, row, limit));
        }
        return dropped;
      },
    },
  };
};
