import { postgresRequestId } from '../activity-store.ts';
import { postgresField } from '../migration-filter.ts';
import { type Dialect, prepared, type Program, type Programs, run } from '../base/program.ts';
import type { Database, Session } from './database.ts';
import { nowSql } from './database-time.ts';
import { postgresAuditMember } from '../base/audit-store.ts';

export const postgresDialect: Dialect = {
  key: () => 'organization, position',
  keyValues: (organization = '$1', position = '$2') => `${organization}, ${position}`,
  organization: (table) => `${table}.organization`,
  position: (table) => `${table}.position`,
  at: (table, organization = '$1', position = '$2') =>
    `${table}.organization = ${organization} AND ${table}.position = ${position}`,
  of: (table) => `${table}.organization = $1`,
  within: (table) => `${table}.organization = $1 AND ${table}.position BETWEEN $2 AND $3`,
  between: (table, organization, low, high) =>
    `${table}.organization = ${organization} AND ${table}.position > ${low} AND ${table}.position <= ${high}`,
  place: (table) => `${table}.position`,
  joined: (from, order, count = '') =>
    `SELECT ${count}string_agg(json, ',' ORDER BY ${order} DESC) AS rows FROM ${from}`,
  field: postgresField,
  created: `(json::json ->> 'created') COLLATE "C"`,
  same: (one, other) => `${one}.organization = ${other}.organization AND ${one}.position = ${other}.position`,
  withNumber: (name, value) => `jsonb_set(state, '{${name}}', to_jsonb(${value}))`,
  dueRuns: 'runs JOIN organizations ON organizations.number = runs.organization',
  sessionRuns:
    'modal_sessions AS s JOIN runs USING (organization, position) JOIN migrations USING (organization, position)',
  requestId: postgresRequestId,
  auditMember: postgresAuditMember,
  ownTables: ['seed_plans', 'held_replies'],
  lock: (table, locked) => ` FOR NO KEY UPDATE OF ${table} ${locked ?? ''}`,
  inserter: ({ table, columnTypes, onConflict = '' }) => {
    const names = Object.keys(columnTypes).join(', ');
    const sql = prepared(`
      INSERT INTO ${table} (${names}) SELECT ${names} FROM ${postgresDialect.rowsOf('$1', columnTypes)} ${onConflict}`);
    return function* (rows) {
      if (rows.length > 0) yield* run(sql, [JSON.stringify(rows)]);
    };
  },
  now: nowSql,
  nextRules: 'UPDATE organizations SET last_rule = last_rule + $2 WHERE number = $1 RETURNING last_rule',
  rowsOf: (parameter, columns) =>
    `json_to_recordset(CAST(${parameter} AS json)) AS v (${Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})`,
};

export const runAll = async <Result>(session: Session, program: Program<Result>): Promise<Result> => {
  let next = program.next();
  while (!next.done) next = program.next(await session.run(next.value.sql, next.value.values));
  return next.value;
};

export const createPostgresPrograms = (
  database: Pick<Database, 'inLongTransaction' | 'inTransaction' | 'run'>,
): Programs => ({
  change: (program) => database.inTransaction((session) => runAll(session, program())),
  single: (program) => runAll(database, program()),
  read: (program) => runAll(database, program()),
  longRead: (program) => database.inLongTransaction((session) => runAll(session, program())),
});
