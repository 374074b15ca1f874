import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sqliteRequestId } from '../activity-store.ts';
import { rowsPerOrganization } from '../list-rows.ts';
import type { ErasureDialect } from '../erasure-store.ts';
import type { Dialect, Program, Row, RunProgram, Step } from '../program.ts';
import { numberedValues } from './numbered-values.ts';
import { appendAudit } from './sqlite-audit.ts';
import { inTransaction } from './transactions.ts';

/** SQLite's SQL. Needs no row locks, because only one write transaction runs at a time. */
export const sqliteDialect: Dialect = {
  eventsAfter: `
    SELECT row - $1 * ${rowsPerOrganization} AS position, id, body FROM events
    WHERE row > $1 * ${rowsPerOrganization} + $2 AND row < ($1 + 1) * ${rowsPerOrganization} ORDER BY row LIMIT $3`,
  sessionRuns: `modal_sessions AS s
    CROSS JOIN runs ON runs.migration = s.organization * ${rowsPerOrganization} + s.position
    CROSS JOIN migrations ON migrations.row = runs.migration`,
  requestId: sqliteRequestId,
  lock: () => '',
  lockFree: () => '',
  rowsOf: (parameter, columns) =>
    `(SELECT ${Object.keys(columns)
      .map((name) => `value ->> '${name}' AS ${name}`)
      .join(', ')} FROM json_each(${parameter})) AS v`,
};

export const sqliteErasure = (database: DatabaseSync): ErasureDialect => ({
  lock: sqliteDialect.lock,
  position: (column) => `${column} - $1 * ${rowsPerOrganization}`,
  within: (column) => `${column} BETWEEN $1 * ${rowsPerOrganization} + $2 AND $1 * ${rowsPerOrganization} + $3`,
  userId: "json ->> '$.created_by_user_id'",
  // Free space in the file and its log would otherwise keep the previous rows.
  start: () => database.exec('PRAGMA secure_delete = ON'),
  end: () => database.exec('PRAGMA secure_delete = FAST; PRAGMA wal_checkpoint(TRUNCATE)'),
});

/** Limit of cached statements. Statements with lists of numbers vary and are used once. */
const maxStored = 100;

export const createSqlitePrograms = (database: DatabaseSync): RunProgram => {
  const cache = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const found = cache.get(sql);
    if (found !== undefined) return found;
    const statement = database.prepare(sql);
    if (cache.size < maxStored) cache.set(sql, statement);
    return statement;
  };
  const take = (step: Step): readonly Row[] => {
    if ('audit' in step) {
      appendAudit(database, step.audit, step.now);
      return [];
    }
    return prepare(step.sql).all(numberedValues(step.values));
  };
  const runAll = <Result>(program: Program<Result>): Result => {
    let next = program.next();
    while (!next.done) next = program.next(take(next.value));
    return next.value;
  };
  return async (program) => inTransaction(database, () => runAll(program()));
};
