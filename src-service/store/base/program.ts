import { hash as digest } from 'node:crypto';
import type { ChangeAuthor } from './actor.ts';
import { type AuditEvent, type AuditHead, nextEntry } from './audit-store.ts';

export type StepValue = string | number | Uint8Array | null;

export type Row = Readonly<Record<string, unknown>>;

/** A statement that every PostgreSQL connection prepares once. Used for statements of frequent requests. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

export const prepared = (text: string): PreparedStatement => ({ name: digest('sha1', text), text });

export interface Step {
  readonly sql: string | PreparedStatement;
  readonly values: readonly StepValue[];
}

/** The steps of one change. SQLite runs them in one event loop tick; PostgreSQL awaits each step. */
export type Program<Result> = Generator<Step, Result, readonly Row[]>;

export type RunProgram = <Result>(program: () => Program<Result>) => Promise<Result>;

export interface Programs {
  /** Runs a program in one write transaction. After a deadlock, the program may run again. */
  readonly change: RunProgram;
  /** Runs each statement in its own transaction. For programs with one statement, and for reads. */
  readonly single: RunProgram;
  /** Runs a read. SQLite shares a transaction between the reads of one event loop tick. */
  readonly read: RunProgram;
  /** Runs a read that may take many seconds. */
  readonly longRead: RunProgram;
}

type BoundPrograms<Map> = {
  readonly [Name in keyof Map]: Map[Name] extends (...args: infer Args) => Program<infer Result>
    ? (...args: Args) => Promise<Result>
    : never;
};

export const bindPrograms = <Map extends Readonly<Record<string, (...args: never[]) => Program<unknown>>>>(
  runProgram: RunProgram,
  programs: Map,
): BoundPrograms<Map> =>
  Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [name, (...args: never[]) => runProgram(() => program(...args))]),
  ) as BoundPrograms<Map>;

/** Tables whose rows have an organization and a position. SQLite stores both in one column. */
export type TableWithPlace = 'companies' | 'events' | 'migrations' | 'modals' | 'runs';

/** An INSERT of rows whose properties are named like the columns. */
interface Insert {
  readonly table: string;
  readonly columnTypes: Readonly<Record<string, 'bigint' | 'integer' | 'text'>>;
  readonly onConflict?: string;
}

type InsertRows = (rows: readonly Readonly<Record<string, StepValue>>[]) => Program<void>;

export interface Dialect {
  /** The key's columns, which sort an organization's rows by position. */
  readonly key: (table: TableWithPlace) => string;
  /** The key's values: by default of organization `$1` and position `$2`. */
  readonly keyValues: (organization?: string, position?: string) => string;
  readonly organization: (table: TableWithPlace) => string;
  readonly position: (table: TableWithPlace) => string;
  /** Condition for the row with this key. */
  readonly at: (table: TableWithPlace, organization?: string, position?: string) => string;
  /** Condition for the rows of organization `$1`. */
  readonly of: (table: TableWithPlace) => string;
  /** Condition for the rows of organization `$1` from position `$2` to `$3`. */
  readonly within: (table: TableWithPlace) => string;
  /** Condition for the rows of an organization after position `low` up to position `high`, which may be negative. */
  readonly between: (table: TableWithPlace, organization: string, low: string, high: string) => string;
  /** The column that orders an organization's rows. */
  readonly place: (table: TableWithPlace) => string;
  /**
   * SELECT of the column `rows`: the `json` values of a FROM clause's rows, comma-separated, in descending order.
   * `count` is SQL before it.
   */
  readonly joined: (from: string, order: string, count?: string) => string;
  readonly field: (name: string) => string;
  /** SQL for `created` of a migration, compared byte by byte. */
  readonly created: string;
  /** Condition that rows of two tables have the same key. */
  readonly same: (one: TableWithPlace, other: TableWithPlace) => string;
  /** SQL for the state of a run with one number replaced. */
  readonly withNumber: (name: string, value: string) => string;
  /** FROM clause: runs with their organizations, in order of `due`. */
  readonly dueRuns: string;
  /** FROM clause: sessions as `s` with their `runs` and `migrations`. */
  readonly sessionRuns: string;
  readonly requestId: string;
  /** Text of a property of an audit entry. Null if the entry is damaged. */
  readonly auditMember: (name: string) => string;
  /** Tables that only this store has. Their rows have an organization. */
  readonly ownTables: readonly string[];
  /** Appended to a SELECT to lock the rows of a table. Waits for rows that another transaction has locked, or skips them. */
  readonly lock: (table: string, locked?: 'SKIP LOCKED') => string;
  /** Inserts rows. PostgreSQL uses one statement; SQLite one per row, which takes half as long as reading JSON. */
  readonly inserter: (insert: Insert) => InsertRows;
  /** SQL for the store's time, in milliseconds since 1970. */
  readonly now: string;
  /** Reserves IDs for `$2` fault rules of organization `$1` and returns the last. */
  readonly nextRules: string;
  /** SQL for a JSON array of objects as a table `v`, so that one constant statement takes any number of rows. */
  readonly rowsOf: (parameter: string, columns: Readonly<Record<string, 'bigint' | 'integer' | 'text'>>) => string;
}

/** @template One row whose properties the statement selects by name; both databases return the same types */
export function* run<One extends object = Row>(sql: Step['sql'], values: Step['values'] = []): Program<readonly One[]> {
  return (yield { sql, values }) as readonly One[];
}

export function* first<One extends object = Row>(sql: Step['sql'], values?: Step['values']): Program<One | undefined> {
  return (yield* run<One>(sql, values))[0];
}

export function* hasRows(sql: Step['sql'], values?: Step['values']): Program<boolean> {
  return (yield* run(sql, values)).length > 0;
}

/** Inserts a row whose properties are named like the columns. `end` is the rest of the statement. */
export const insert = (table: string, row: Readonly<Record<string, StepValue>>, end = ''): Program<readonly Row[]> => {
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  return run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')}) ${end}`, Object.values(row));
};

export type AuditedChange = Omit<AuditEvent, 'by' | 'from'>;

/** Appends an entry to the audit log in the change's transaction. Locks the head: all instances write one chain. */
export function* audit(change: AuditedChange, { by, from, now }: ChangeAuthor): Program<void> {
  const head = yield* first<AuditHead>('UPDATE audit_head SET number = number RETURNING number, hash');
  const { number, text, hash } = nextEntry(head as AuditHead, { ...change, by, from }, now);
  yield* insert('audit_entries', { number, entry: text, hash });
  yield* run('UPDATE audit_head SET number = $1, hash = $2', [number, hash]);
}

export function* publicId(organization: number): Program<string> {
  return String((yield* first('SELECT id FROM organizations WHERE number = $1', [organization]))?.['id']);
}

export function* auditIn(organization: number, change: AuditedChange, author: ChangeAuthor): Program<void> {
  yield* audit({ ...change, organization: yield* publicId(organization) }, author);
}

/** Parses a JSON column. PostgreSQL has already parsed it, but SQLite returns a string. */
export const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** The first `$4` events of organization `$1` after position `$2` up to `$3`: rows of `position`, `id` and `body`. */
export const eventsAfter = ({ between, key, position }: Dialect): string => `
  SELECT ${position('events')} AS position, id, body FROM events
  WHERE ${between('events', '$1', '$2', '$3')} ORDER BY ${key('events')} LIMIT $4`;

/** SQL for when an organization was suspended. Null if it isn't. */
export const suspendedSince = (organization: string): string =>
  `(SELECT since FROM suspended_organizations AS s WHERE s.organization = ${organization})`;

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const isoOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(Number(value)).toISOString();

export const isoTime = (value: unknown): string => new Date(Number(value)).toISOString();
