import {
  type AuditEvent,
  type AuditHead,
  type AuditStore,
  type AuditRecord,
  lastOwnQuery,
  nextEntry,
  readAbout,
} from '../audit-store.ts';
import type { Database, Row, Session } from './database.ts';

/**
 * SQL for an ID in an entry, before `details`. A regular expression, because a cast to JSON fails for a damaged entry.
 * No other part of an entry contains these quotes unescaped.
 */
export const auditMember = (name: string): string =>
  `substring(split_part(entry, ',"details":', 1) from '"${name}":"([^"]*)"')`;

const toHead = (row: Row | undefined): AuditHead => ({
  number: Number(row?.['number']),
  hash: row?.['hash'] as Uint8Array,
});

/** Adds an entry in the change's transaction. Locks the head: all instances write one chain. */
export const appendAudit = async (session: Session, event: AuditEvent, now: number): Promise<void> => {
  const [head] = await session.run('SELECT number, hash FROM audit_head FOR UPDATE');
  const { number, text, hash } = nextEntry(toHead(head), event, now);
  await session.run('INSERT INTO audit_entries (number, entry, hash) VALUES ($1, $2, $3)', [number, text, hash]);
  await session.run('UPDATE audit_head SET number = $1, hash = $2', [number, hash]);
};

const toEntry = (row: Row): AuditRecord => ({ ...toHead(row), text: String(row['entry']) });

const lastOwn = lastOwnQuery(auditMember);

export const createPostgresAudit = (database: Database): Omit<AuditStore, 'forget'> => ({
  append: (event, now) => database.inTransaction((session) => appendAudit(session, event, now)),
  read: async (after, limit) => {
    const rows = await database.run(
      'SELECT number, entry, hash FROM audit_entries WHERE number > $1 ORDER BY number LIMIT $2',
      [after, limit],
    );
    return rows.map(toEntry);
  },
  head: async () => toHead((await database.run('SELECT number, hash FROM audit_head'))[0]),
  about: (...wanted) =>
    readAbout(
      {
        member: auditMember,
        head: async () => toHead((await database.run('SELECT number, hash FROM audit_head'))[0]),
        run: async (sql, values) => (await database.run(sql, values)).map(toEntry),
      },
      ...wanted,
    ),
  lastOwn: async (person) => (await database.run(lastOwn, [person])).map(toEntry)[0],
});
