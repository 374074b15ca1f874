import type { AuditEvent } from './audit-store.ts';

export type StepValue = string | number | Uint8Array | null;

export type Row = Readonly<Record<string, unknown>>;

/** A statement with `$1`, `$2`, …, or an audit log entry to append. */
export type Step =
  | { readonly sql: string; readonly values: readonly StepValue[] }
  | { readonly audit: AuditEvent; readonly now: number };

/**
 * The steps of one transaction. A program doesn't know whether its steps are awaited: SQLite runs all of them in one
 * event loop tick, PostgreSQL sends each over its connection. So both stores share the same program.
 */
export type Program<Result> = Generator<Step, Result, readonly Row[]>;

export type RunProgram = <Result>(program: () => Program<Result>) => Promise<Result>;

/** SQL that differs between the stores. */
export interface Dialect {
  /** The first `$3` events of organization `$1` after position `$2`, as rows of `position`, `id` and `body`. */
  readonly eventsAfter: string;
  /** FROM clause: sessions as `s` with their `runs` and `migrations`. */
  readonly sessionRuns: string;
  /** The request ID of a row of `activity`. */
  readonly requestId: string;
  /** Appended to a SELECT to lock the rows of a table. Waits for locked rows, or skips them. */
  readonly lock: (table: string) => string;
  readonly lockFree: (table: string) => string;
  /** A JSON array of objects as a table `v`, so that one statement with a constant text takes any number of rows. */
  readonly rowsOf: (parameter: string, columns: Readonly<Record<string, 'bigint' | 'integer' | 'text'>>) => string;
}

export function* run(sql: string, ...values: readonly StepValue[]): Program<readonly Row[]> {
  return yield { sql, values };
}

export function* first(sql: string, ...values: readonly StepValue[]): Program<Row | undefined> {
  return (yield { sql, values })[0];
}

export function* audit(event: AuditEvent, now: number): Program<void> {
  yield { audit: event, now };
}

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

export const isoOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(Number(value)).toISOString();

export const iso = (value: unknown): string => new Date(Number(value)).toISOString();
