import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { foldText } from '#shared/search-text/fold-text.ts';
import { timeText } from '../storage/read-value.ts';
import type { StatusStart } from '../timeline/status-times.ts';
import {
  companyField,
  fromRows,
  ownFields,
  type PlainRow,
  replicaSchema,
  rowColumns,
  timeFields,
  valueColumns,
  valueSql,
} from './replica-schema.ts';

/** Maximum stored migrations that no load returned. Open pages show far fewer. */
const maxUnloadedMigrations = 20_000;
const maxUnloadedCompanies = 20_000;
const maxCachedNumbers = 20_000;

export type ReplicaRow = NamedMigration | CompanyRow;
export type ReplicaValues = readonly (string | null)[];
export type Params = readonly SQLInputValue[];

interface LoadedCount {
  load: string;
  rows: number;
  version: number;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const nonAsciiPattern = /[^\0-\u007f]/;

function prepareWriter(database: DatabaseSync, resource: Resource) {
  const columns = [
    ...(resource === 'migrations' ? ['since', 'changedAt'] : []),
    'createdAt',
    'created',
    ...valueColumns(resource),
  ];
  const placeholders = columns.map(() => '?').join(', ');
  const setKnownSql = resource === 'companies' ? ', known = 1' : '';
  const isUnknownSql = resource === 'companies' ? ' OR known = 0' : '';
  return {
    insert: database.prepare(
      `INSERT OR IGNORE INTO ${resource} (id, place, ${columns.join(', ')}) VALUES (?, ?, ${placeholders})`,
    ),
    update: database.prepare(
      `UPDATE ${resource} SET ${columns.map((column) => `${column} = ?`).join(', ')}${setKnownSql} WHERE number = ?
       AND ((${columns.join(', ')}) IS NOT (${placeholders})${isUnknownSql})`,
    ),
    setPlace: database.prepare(`UPDATE ${resource} SET place = ? WHERE number = ?`),
    find: database.prepare(`SELECT number, place FROM ${resource} WHERE id = ?`),
  };
}

export function createReplica() {
  const database = new DatabaseSync(':memory:');
  database.exec(replicaSchema);
  const writers = {
    migrations: prepareWriter(database, 'migrations'),
    companies: prepareWriter(database, 'companies'),
  };
  const noteCompany = database.prepare('INSERT OR IGNORE INTO companies (id, known) VALUES (?, 0)');
  const findObservation = database.prepare(
    'SELECT since, changedAt FROM observations WHERE migration = ? AND status = ?',
  );
  const numbers = new Map<string, number>();
  const loaded: Record<Resource, LoadedCount> = {
    migrations: { load: '', rows: 0, version: 0 },
    companies: { load: '', rows: 0, version: 0 },
  };
  const nonAsciiColumns = new Set<string>();
  let hasUnusualIds = false;
  let hasObservations = false;
  let stamp = 0;
  let unloadedMigrations = 0;

  const wellFormed = (resource: Resource, field: string, value: string): string => {
    if (!nonAsciiPattern.test(value)) return value;
    nonAsciiColumns.add(`${resource} ${field}`);
    return value.toWellFormed();
  };
  const companyNumber = (id: string): number => {
    const cached = numbers.get(id);
    if (cached !== undefined) return cached;
    noteCompany.run(id);
    const number = Number(writers.companies.find.get(id)?.['number']);
    if (numbers.size >= maxCachedNumbers) numbers.clear();
    numbers.set(id, number);
    return number;
  };
  const idOf = (resource: Resource, field: string, value: string): string => {
    const id = wellFormed(resource, field, value);
    hasUnusualIds ||= !uuid.test(id);
    return id;
  };
  const statusTimes = ({ id, status }: PlainRow, createdAt: SQLInputValue): readonly SQLInputValue[] => {
    const { since, changedAt } = (hasObservations ? findObservation.get(id.toWellFormed(), status ?? '') : null) ?? {};
    return [since ?? createdAt, changedAt ?? createdAt];
  };
  const valuesOf = (resource: Resource, row: PlainRow): SQLInputValue[] => {
    const createdAt = Date.parse(row.created ?? '');
    const isValidTime = !Number.isNaN(createdAt);
    const createdText = isValidTime || row.created === null ? null : wellFormed(resource, 'created', row.created);
    const values: SQLInputValue[] = [isValidTime ? createdAt : null, createdText];
    if (resource === 'migrations') values.unshift(...statusTimes(row, values[0] ?? null));
    for (const field of ownFields[resource]) {
      const fieldText = row[field.name] || null;
      if (resource === 'migrations' && field.name === companyField)
        values.push(fieldText === null ? null : companyNumber(idOf(resource, field.name, fieldText)));
      else if (fieldText === null) values.push(...(field.kind === 'id' ? [null] : [null, null]));
      else if (field.kind === 'id') values.push(idOf(resource, field.name, fieldText));
      else {
        const value = wellFormed(resource, field.name, fieldText);
        values.push(value, nonAsciiPattern.test(value) ? foldText(value) : null);
      }
    }
    return values;
  };
  const run = (sql: string, ...params: Params): number => Number(database.prepare(sql).run(...params).changes);
  const inBatch = <Result>(act: () => Result): Result => {
    database.exec('BEGIN');
    try {
      return act();
    } finally {
      // Commits the rows before a failed row, because the replica has no journal for a rollback.
      database.exec('COMMIT');
    }
  };
  /** @param isLoad false for rows of a page or lookup, which are stored but don't count as loaded */
  const upsert = (resource: Resource, given: readonly PlainRow[], isLoad: boolean) =>
    inBatch(() => {
      const { insert, update, setPlace, find } = writers[resource];
      const count = loaded[resource];
      let added = 0;
      let changedCount = 0;
      const places = given.map((row) => {
        const values = valuesOf(resource, row);
        const id = idOf(resource, 'id', row.id);
        const place = isLoad ? count.rows : null;
        if (insert.run(id, place, ...values).changes === 1) {
          if (isLoad) {
            count.rows += 1;
            added += 1;
          } else if (resource === 'migrations') unloadedMigrations += 1;
          // Results contain only loaded rows, so a migration from a page doesn't make them invalid.
          if (isLoad || resource === 'companies') stamp += 1;
          return place;
        }
        const { number, place: before } = find.get(id) as { number: number; place: number | null };
        const isChanged = update.run(...values, number, ...values).changes === 1;
        if (isChanged) stamp += 1;
        if (before !== null) {
          if (isChanged) changedCount += 1;
          return before;
        }
        if (!isLoad) return null;
        setPlace.run(place, number);
        if (resource === 'migrations') unloadedMigrations -= 1;
        stamp += 1;
        count.rows += 1;
        added += 1;
        return place;
      });
      count.version += added + changedCount;
      if (unloadedMigrations > maxUnloadedMigrations) dropUnloadedMigrations();
      return { added, changed: changedCount, places };
    });
  const dropUnloadedMigrations = () => {
    unloadedMigrations -= run(
      `DELETE FROM migrations WHERE number IN
         (SELECT number FROM migrations WHERE place IS NULL ORDER BY number LIMIT ?)`,
      maxUnloadedMigrations / 2,
    );
  };
  const dropUnloadedCompanies = () => {
    const known = Number(database.prepare('SELECT count(*) AS n FROM companies WHERE known = 1').get()?.['n']);
    const excess = known - loaded.companies.rows - maxUnloadedCompanies;
    if (excess <= 0) return known;
    // Keeps the rows, because migrations refer to companies by row number.
    database
      .prepare(
        `UPDATE companies SET known = 0, ${valueColumns('companies')
          .map((column) => `${column} = NULL`)
          .join(', ')}
         WHERE number IN (SELECT number FROM companies WHERE known = 1 AND place IS NULL ORDER BY number LIMIT ?)`,
      )
      .run(excess);
    return known - excess;
  };
  const rows = (resource: Resource, rest: string, ...params: Params): ReplicaRow[] =>
    database
      .prepare(`SELECT ${rowColumns(resource)} FROM ${fromRows(resource)} ${rest}`)
      .all(...params)
      .map((row) => {
        for (const field of timeFields) if (typeof row[field] === 'number') row[field] = timeText(row[field]);
        return row;
      }) as unknown as ReplicaRow[];
  /** Returns arrays, because row objects take three times as long. */
  const values = (resource: Resource, fields: readonly string[], rest: string, ...params: Params): ReplicaValues[] => {
    const statement = database.prepare(
      `SELECT ${fields.map((field) => valueSql(resource, field)).join(', ')} FROM ${fromRows(resource)} ${rest}`,
    );
    statement.setReturnArrays(true);
    const times = fields.flatMap((field, at) => (timeFields.includes(field) ? [at] : []));
    const valueRows = statement.all(...params) as unknown as (string | number | null)[][];
    for (const row of valueRows) for (const at of times) if (typeof row[at] === 'number') row[at] = timeText(row[at]);
    return valueRows as unknown as ReplicaValues[];
  };

  return {
    upsert,
    rows,
    values,
    loaded: (resource: Resource): Readonly<LoadedCount> => loaded[resource],
    startLoad: (resource: Resource, load: string) => {
      const { version } = loaded[resource];
      database.exec(
        resource === 'migrations'
          ? 'DELETE FROM migrations WHERE place IS NOT NULL'
          : 'UPDATE companies SET place = NULL WHERE place IS NOT NULL',
      );
      loaded[resource] = { load, rows: 0, version: load === '' ? 0 : version };
      stamp += 1;
    },
    learnCompanies: (companies: readonly CompanyRow[]) => {
      const before = stamp;
      upsert('companies', companies as unknown as readonly PlainRow[], false);
      return { changed: stamp !== before, known: dropUnloadedCompanies() };
    },
    companiesByIds: (ids: readonly string[]) =>
      rows(
        'companies',
        'JOIN json_each(?) AS wanted ON wanted.value = r.id WHERE r.known = 1 ORDER BY wanted.key',
        JSON.stringify(ids),
      ) as CompanyRow[],
    knownCompanies: () => rows('companies', 'WHERE r.known = 1') as CompanyRow[],
    stamp: () => String(stamp),
    all: (sql: string, ...params: Params) => database.prepare(sql).all(...params),
    run,
    hasUnusualIds: () => hasUnusualIds,
    isAscii: (resource: Resource, field: string) => !nonAsciiColumns.has(`${resource} ${field}`),
    observe: (started: readonly StatusStart[]) => {
      if (started.length === 0) return;
      hasObservations = true;
      stamp += 1;
      const startsJson = JSON.stringify(started);
      run(
        `INSERT OR REPLACE INTO observations
         SELECT value ->> 'migrationId', value ->> 'status', value ->> 'startedAt', value ->> 'seenSince' FROM json_each(?)`,
        startsJson,
      );
      run(
        `UPDATE migrations SET since = o.since, changedAt = o.changedAt FROM json_each(?) AS j
         JOIN observations AS o ON o.migration = j.value ->> 'migrationId'
         WHERE migrations.id = o.migration AND migrations.status = o.status`,
        startsJson,
      );
    },
    forgetObservations: () => {
      hasObservations = false;
      stamp += 1;
      database.exec('DELETE FROM observations; UPDATE migrations SET since = createdAt, changedAt = createdAt');
    },
    setHandled: (marks: readonly { readonly id: string; readonly status: string }[]) => {
      stamp += 1;
      database.exec('DELETE FROM handled');
      run(`INSERT INTO handled SELECT value ->> 'id', value ->> 'status' FROM json_each(?)`, JSON.stringify(marks));
    },
    close: () => database.close(),
  };
}

export type Replica = ReturnType<typeof createReplica>;
