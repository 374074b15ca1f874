import type { DatabaseSync } from 'node:sqlite';
import { createEventWatches, type EventStore, newEvent, type StatusChange } from '../event-store.ts';
import { rowNumber, positionOf } from '../list-rows.ts';
import { rowRange } from './list-rows.ts';
import { inTransaction } from './transactions.ts';

/** Runs `work` in a write transaction, then writes the events of its changes. */
export type Outbox = <Result>(work: (changed: (change: StatusChange) => void) => Result) => Result;

export const createSqliteEvents = (database: DatabaseSync): { readonly store: EventStore; readonly outbox: Outbox } => {
  const watches = createEventWatches();
  const next = database.prepare(`
    INSERT INTO event_heads (organization, head) VALUES (?, ?)
    ON CONFLICT (organization) DO UPDATE SET head = head + excluded.head RETURNING head`);
  const insert = database.prepare('INSERT INTO events (row, id, at, body) VALUES (?, ?, ?, ?)');
  const append = (changes: readonly StatusChange[]): void => {
    for (const [organization, own] of Map.groupBy(changes, (change) => change.organization)) {
      let position = Number(next.get(organization, own.length)?.['head']) - own.length;
      for (const change of own) {
        const { id, body } = newEvent(change);
        insert.run(rowNumber(organization, ++position), id, change.at, body);
      }
    }
  };

  const head = database.prepare('SELECT epoch, first, head FROM event_heads WHERE organization = ?');
  const startSql = database.prepare('INSERT INTO event_heads (organization) VALUES (?) RETURNING epoch, first, head');
  const heads = database.prepare('SELECT organization, head FROM event_heads');
  const after = database.prepare('SELECT row, id, body FROM events WHERE row > ? AND row <= ? ORDER BY row LIMIT ?');

  const aged = database.prepare(`
    SELECT organization, first, :now + offset_ms - :stored AS until
    FROM event_heads JOIN organizations ON number = organization WHERE first <= head`);
  const oldest = database.prepare('SELECT row, at FROM events WHERE row >= ? AND row <= ? ORDER BY row LIMIT ?');
  const drop = database.prepare('DELETE FROM events WHERE row >= ? AND row < ?');
  const raise = database.prepare('UPDATE event_heads SET first = ? WHERE organization = ?');
  const forget = (organization: number, first: number, until: number, limit: number): number => {
    const { to } = rowRange(organization);
    const rows = oldest.all(rowNumber(organization, first), to, limit);
    const young = rows.findIndex(({ at }) => Number(at) > until);
    const dropped = young === -1 ? rows.length : young;
    if (dropped === 0) return 0;
    drop.run(rowNumber(organization, first), rowNumber(organization, first + dropped));
    raise.run(first + dropped, organization);
    return dropped;
  };

  return {
    outbox: (work) => {
      const changes: StatusChange[] = [];
      const result = inTransaction(database, () => {
        const done = work((change) => changes.push(change));
        append(changes);
        return done;
      });
      watches.tell(new Set(changes.map(({ organization }) => organization)));
      return result;
    },
    store: {
      readAfter: async (organization, position, limit) => {
        const found = head.get(organization) ?? startSql.get(organization);
        const { to } = rowRange(organization);
        const rows = after.all(Math.min(rowNumber(organization, position), to), to, limit);
        return {
          epoch: String(found?.['epoch']),
          first: Number(found?.['first']),
          head: Number(found?.['head']),
          events: rows.map(({ row, id, body }) => ({
            position: positionOf(Number(row)),
            id: String(id),
            body: String(body),
          })),
        };
      },
      heads: async (organizations) => {
        const all = heads.all().map((row) => [Number(row['organization']), Number(row['head'])] as const);
        return new Map(all.filter(([organization]) => organizations?.includes(organization) ?? true));
      },
      watch: watches.watch,
      isShared: false,
      forget: async (now, stored, limit) =>
        inTransaction(database, () => {
          const rows = aged.all({ now, stored });
          return rows
            .map((row) => forget(Number(row['organization']), Number(row['first']), Number(row['until']), limit))
            .reduce((sum, dropped) => sum + dropped, 0);
        }),
    },
  };
};
