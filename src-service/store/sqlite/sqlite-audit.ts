import type { DatabaseSync } from 'node:sqlite';
import {
  type AuditEvent,
  type AuditHead,
  type AuditStore,
  type AuditRecord,
  lastOwnQuery,
  nextEntry,
  readAbout,
} from '../audit-store.ts';
import { numberedValues } from './numbered-values.ts';
import { inTransaction } from './transactions.ts';

/** A field of an entry; null if the entry is damaged. Cast to text, or SQLite wouldn't use the index. */
export const auditMember = (name: string): string =>
  `CAST(CASE WHEN json_valid(entry) THEN entry ->> '$.${name}' END AS TEXT)`;

const readHead = (database: DatabaseSync): AuditHead =>
  database.prepare('SELECT number, hash FROM audit_head').get() as unknown as AuditHead;

/** Adds an entry. Call it in the transaction of the change. */
export const appendAudit = (database: DatabaseSync, event: AuditEvent, now: number): void => {
  const { number, text, hash } = nextEntry(readHead(database), event, now);
  database.prepare('INSERT INTO audit_entries (number, entry, hash) VALUES (?, ?, ?)').run(number, text, hash);
  database.prepare('UPDATE audit_head SET number = ?, hash = ?').run(number, hash);
};

const toEntry = ({ number, entry, hash }: Record<string, unknown>): AuditRecord =>
  ({ number, text: entry, hash }) as AuditRecord;

export const createSqliteAudit = (database: DatabaseSync): Omit<AuditStore, 'forget'> => {
  const read = database.prepare(
    'SELECT number, entry AS text, hash FROM audit_entries WHERE number > ? ORDER BY number LIMIT ?',
  );
  const lastOwn = database.prepare(lastOwnQuery(auditMember));
  const reader: Parameters<typeof readAbout>[0] = {
    member: auditMember,
    head: async () => readHead(database),
    run: async (sql, values) => database.prepare(sql).all(numberedValues(values)).map(toEntry),
  };
  return {
    append: async (event, now) => inTransaction(database, () => appendAudit(database, event, now)),
    read: async (after, limit) => read.all(after, limit) as unknown as AuditRecord[],
    head: async () => readHead(database),
    about: (...wanted) => readAbout(reader, ...wanted),
    lastOwn: async (person) => lastOwn.all({ $1: person }).map(toEntry)[0],
  };
};
