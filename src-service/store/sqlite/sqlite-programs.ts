import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sqliteRequestId } from '../activity-store.ts';
import { rowsPerOrganization } from '../list-rows.ts';
import { sqliteField } from '../migration-filter.ts';
import {
  type Dialect,
  prepared,
  type Program,
  type Programs,
  type Step,
  type TableWithPlace,
} from '../base/program.ts';
import { sqliteAuditMember } from '../base/audit-store.ts';
import { createSharedReads, inTransaction } from './transactions.ts';

const columns: Readonly<Record<TableWithPlace, string>> = {
  companies: 'companies.row',
  events: 'events.row',
  migrations: 'migrations.row',
  modals: 'modals.migration',
  runs: 'runs.migration',
};
const organization = (table: TableWithPlace): string => `(${columns[table]} / ${rowsPerOrganization})`;

/** SQLite's SQL. No row locks are needed, because only one write transaction runs at a time. */
export const sqliteDialect: Dialect = {
  key: (table) => columns[table].slice(table.length + 1),
  keyValues: (of = '$1', position = '$2') => `${of} * ${rowsPerOrganization} + ${position}`,
  organization,
  position: (table) => `(${columns[table]} % ${rowsPerOrganization})`,
  at: (table, of = '$1', position = '$2') => `${columns[table]} = ${of} * ${rowsPerOrganization} + ${position}`,
  of: (table) =>
    `${columns[table]} > $1 * ${rowsPerOrganization} AND ${columns[table]} < ($1 + 1) * ${rowsPerOrganization}`,
  within: (table) => `${columns[table]} BETWEEN $1 * ${rowsPerOrganization} + $2 AND $1 * ${rowsPerOrganization} + $3`,
  between: (table, of, low, high) =>
    `${columns[table]} > ${of} * ${rowsPerOrganization} + max(${low}, 0) AND ${columns[table]} <= ${of} * ${rowsPerOrganization} + max(${high}, 0)`,
  place: (table) => columns[table],
  joined: (from, order, count = '') =>
    `SELECT ${count}group_concat(json, ',') AS rows FROM (SELECT json FROM ${from} ORDER BY ${order} DESC)`,
  field: sqliteField,
  created: "json ->> '$.created'",
  same: (one, other) => `${columns[one]} = ${columns[other]}`,
  withNumber: (name, value) => `json_set(state, '$.${name}', ${value})`,
  dueRuns: `runs CROSS JOIN organizations ON organizations.number = ${organization('runs')}`,
  sessionRuns: `modal_sessions AS s
    CROSS JOIN runs ON runs.migration = s.organization * ${rowsPerOrganization} + s.position
    CROSS JOIN migrations ON migrations.row = runs.migration`,
  requestId: sqliteRequestId,
  auditMember: sqliteAuditMember,
  ownTables: [],
  lock: () => '',
  inserter: ({ table, columnTypes, onConflict = '' }) => {
    const names = Object.keys(columnTypes);
    const values = names.map((_, index) => `$${index + 1}`).join(', ');
    const sql = prepared(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values}) ${onConflict}`);
    return function* (rows) {
      for (const row of rows) yield { sql, values: names.map((column) => row[column] ?? null) };
    };
  },
  now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  nextRules: `
    INSERT INTO rule_counters (organization, last_rule) VALUES ($1, $2)
    ON CONFLICT (organization) DO UPDATE SET last_rule = last_rule + excluded.last_rule RETURNING last_rule`,
  rowsOf: (parameter, names) =>
    `(SELECT ${Object.keys(names)
      .map((name) => `value ->> '${name}' AS ${name}`)
      .join(', ')} FROM json_each(${parameter})) AS v`,
};

/** Converts `$1` to `?1`. node:sqlite binds values to `$1` by name only, which takes three times as long. */
export const positional = (sql: string): string => sql.replaceAll(/\$(?=\d)/g, '?');

/** Limit of cached statements without a name. Statements with lists of numbers vary and are used once. */
const maxCached = 100;

export const createSqlitePrograms = (database: DatabaseSync): Programs => {
  const cache = new Map<string, StatementSync>();
  const prepare = (sql: Step['sql']): StatementSync => {
    const isNamed = typeof sql !== 'string';
    const key = isNamed ? sql.name : sql;
    const cachedStatement = cache.get(key);
    if (cachedStatement !== undefined) return cachedStatement;
    const statement = database.prepare(positional(isNamed ? sql.text : sql));
    if (isNamed || cache.size < maxCached) cache.set(key, statement);
    return statement;
  };
  const runAll = <Result>(program: Program<Result>): Result => {
    let next = program.next();
    while (!next.done) next = program.next(prepare(next.value.sql).all(...next.value.values));
    return next.value;
  };
  const readShared = createSharedReads(database);
  const read: Programs['read'] = (program) => readShared(() => runAll(program()));
  return {
    change: async (program) => inTransaction(database, () => runAll(program())),
    single: async (program) => runAll(program()),
    read,
    longRead: read,
  };
};
