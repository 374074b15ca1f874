import { randomUUID } from 'node:crypto';
import type { Migration } from '#shared/migration-api/migration.ts';
import type { StatusDetails } from './status-details.ts';
import { rowsPerOrganization } from './list-rows.ts';
import {
  type Dialect,
  eventsAfter,
  first,
  prepared,
  type Program,
  type Programs,
  type Row,
  run,
} from './base/program.ts';
import { statusEventType } from '#shared/webhooks-api/event-types.ts';
import type { StatusEvent } from '#shared/webhooks-api/events.ts';

export interface StatusChange {
  readonly organization: number;
  readonly migration: Migration;
  /** Null for a new migration. */
  readonly previousStatus: Migration['status'] | null;
  /** Number of the event within its migration, from 1. */
  readonly sequence: number;
  /** Undefined unless the status is final. */
  readonly details?: StatusDetails | undefined;
  /** Time of the change by the organization's clock, in milliseconds since 1970. */
  readonly at: number;
  /** The backend's own data about the session, as JSON. */
  readonly metadata: string | null;
}

export interface StoredEvent {
  /** Number of the event within its organization, in commit order and without gaps. */
  readonly position: number;
  readonly id: string;
  /** JSON, delivered byte for byte. */
  readonly body: string;
}

type Head = Readonly<Record<'organization' | 'head', number>>;

const newEvent = ({ migration, previousStatus, sequence, details, at, metadata }: StatusChange) => {
  const event: StatusEvent = {
    type: statusEventType,
    timestamp: new Date(at).toISOString(),
    data: migration,
    previous_status: previousStatus,
    sequence,
    ...(details !== undefined && { details }),
    ...(metadata !== null && { metadata: JSON.parse(metadata) as StatusEvent['metadata'] }),
  };
  return { id: `evt_${randomUUID().replaceAll('-', '')}`, at, body: JSON.stringify(event) };
};

/** Runs a program in a transaction, and writes the events of the program's changes at the end of the transaction. */
export type Outbox = <Result>(program: (changed: (change: StatusChange) => void) => Program<Result>) => Promise<Result>;

/** A change locks its organization's event counter until the commit, so events commit in order of position. */
export const createEventStore = ({ change, single }: Programs, dialect: Dialect, isShared: boolean) => {
  const listeners = new Set<(organization: number) => void>();
  const { at, key, keyValues, position, rowsOf, within } = dialect;
  /** One statement, so that the events and their range are consistent. Without events, one row has a null position. */
  const following = prepared(`
    SELECT epoch, first, head, field_changes, position, following.id, body
    FROM event_heads JOIN organizations ON number = event_heads.organization
    LEFT JOIN (${eventsAfter(dialect)}) AS following ON true
    WHERE event_heads.organization = $1 ORDER BY position`);
  const raiseHeads = prepared(`
    INSERT INTO event_heads (organization, head)
    SELECT v.organization, v.added FROM ${rowsOf('$1', { organization: 'integer', added: 'integer' })}
    WHERE true ORDER BY v.organization
    ON CONFLICT (organization) DO UPDATE SET head = event_heads.head + excluded.head RETURNING organization, head`);
  const insertEvents = prepared(`
    INSERT INTO events (${key('events')}, id, at, body)
    SELECT ${keyValues('v.organization', 'v.position')}, v.id, v.at, v.body
    FROM ${rowsOf('$1', { organization: 'integer', position: 'bigint', id: 'text', at: 'bigint', body: 'text' })}`);
  const headsOf = prepared(
    `SELECT organization, head FROM event_heads WHERE organization IN (SELECT v.organization FROM ${rowsOf('$1', { organization: 'bigint' })})`,
  );
  const ageStatement = `
    SELECT event_heads.organization, first, CAST($1 AS bigint) + offset_ms - CAST($2 AS bigint) AS until
    FROM event_heads JOIN organizations ON number = event_heads.organization
    JOIN events ON ${at('events', 'event_heads.organization', 'first')}
    WHERE at <= CAST($1 AS bigint) + offset_ms - CAST($2 AS bigint)`;
  const oldestSql = `
    SELECT ${position('events')} AS position, at FROM events WHERE ${within('events')} ORDER BY ${key('events')} LIMIT $4`;

  /** Locks the event counters in order of organization, as the last locks of a transaction, to avoid deadlocks. */
  function* appendAll(changes: readonly StatusChange[]): Program<void> {
    if (changes.length === 0) return;
    const byOrganization = Map.groupBy(changes, ({ organization }) => organization);
    const added = Array.from(byOrganization, ([organization, own]) => ({ organization, added: own.length }));
    const heads = yield* run<Head>(raiseHeads, [JSON.stringify(added)]);
    const events = heads.flatMap(({ organization, head }) =>
      (byOrganization.get(organization) ?? []).toReversed().map((one, index) => ({
        organization,
        position: head - index,
        ...newEvent(one),
      })),
    );
    yield* run(insertEvents, [JSON.stringify(events)]);
  }

  function* forget({ organization, first: from, until }: Row, limit: number): Program<number> {
    const rows = yield* run(oldestSql, [Number(organization), Number(from), rowsPerOrganization - 1, limit]);
    const firstKeptIndex = rows.findIndex((row) => Number(row['at']) > Number(until));
    const droppedCount = firstKeptIndex === -1 ? rows.length : firstKeptIndex;
    if (droppedCount === 0) return 0;
    // Reads the position instead of calculating it from `first`, because another instance may have deleted events.
    const last = Number(rows[droppedCount - 1]?.['position']);
    yield* run(`DELETE FROM events WHERE ${within('events')}`, [Number(organization), 0, last]);
    const raiseSql = 'UPDATE event_heads SET first = $2 WHERE organization = $1 AND first < $2';
    yield* run(raiseSql, [Number(organization), last + 1]);
    return droppedCount;
  }

  const outbox: Outbox = async (program) => {
    let changes: StatusChange[] = [];
    const result = await change(function* () {
      // Resets the list, because a transaction may run again after a deadlock.
      changes = [];
      const programResult = yield* program((one) => changes.push(one));
      yield* appendAll(changes);
      return programResult;
    });
    for (const organization of new Set(changes.map((one) => one.organization)))
      for (const listener of listeners) listener(organization);
    return result;
  };
  return {
    outbox,
    store: {
      /** Returns up to `limit` events after a position, oldest first. */
      readAfter: async (organization: number, after: number, limit: number) => {
        const read = (): Promise<readonly Row[]> =>
          single(() => run(following, [organization, after, rowsPerOrganization - 1, limit]));
        let rows = await read();
        if (rows.length === 0) {
          const insertHeadSql =
            'INSERT INTO event_heads (organization) VALUES ($1) ON CONFLICT (organization) DO NOTHING';
          await single(() => first(insertHeadSql, [organization]));
          rows = await read();
        }
        return {
          /** Random ID of this event sequence. Cursors from another epoch are rejected. */
          epoch: String(rows[0]?.['epoch']),
          /** Position of the oldest event, or of the next event if none is stored. */
          first: Number(rows[0]?.['first']),
          head: Number(rows[0]?.['head']),
          /** Number of changes of a migration's company or end user that wrote no event. */
          fieldChanges: Number(rows[0]?.['field_changes']),
          events: rows
            .filter((row) => row['position'] !== null)
            .map((row): StoredEvent => ({
              position: Number(row['position']),
              id: String(row['id']),
              body: String(row['body']),
            })),
        };
      },
      /** Returns the position of each organization's last event. */
      heads: async (organizations: readonly number[]): Promise<ReadonlyMap<number, number>> => {
        const organizationsJson = JSON.stringify(organizations.map((organization) => ({ organization })));
        const rows = await single(() => run<Head>(headsOf, [organizationsJson]));
        return new Map(rows.map(({ organization, head }) => [organization, head]));
      },
      /** Calls the listener after each commit of this process that wrote events. Returns a function that removes it. */
      watch: (listener: (organization: number) => void): (() => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      /** Whether other processes write events too. `watch` doesn't report their events. */
      isShared,
      /** Deletes up to `limit` events per organization that are older than `keptMs` by its clock. Returns their number. */
      forget: async (now: number, keptMs: number, limit: number): Promise<number> => {
        let droppedCount = 0;
        for (const row of await single(() => run(ageStatement, [now, keptMs])))
          droppedCount += await change(() => forget(row, limit));
        return droppedCount;
      },
    },
  };
};

export type EventStore = ReturnType<typeof createEventStore>['store'];
