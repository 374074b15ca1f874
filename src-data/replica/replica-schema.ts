import {
  fieldList,
  fieldOf,
  type Fields,
  fieldsOf,
  type FieldKind,
  type Resource,
  resources,
  sentFields,
} from '#shared/migration-api/fields.ts';

export type PlainRow = Readonly<Record<string, string | null>> & {
  readonly id: string;
  readonly created: string | null;
};

/** An API field other than `id` and `created`. */
interface OwnField {
  readonly name: string;
  readonly kind: FieldKind;
}

const ownFieldsOf = (resource: Resource): readonly OwnField[] =>
  fieldList(sentFields(fieldsOf[resource] as Fields)).flatMap(([name, { kind }]) =>
    name === 'id' || name === 'created' ? [] : [{ name, kind }],
  );

export const ownFields: Readonly<Record<Resource, readonly OwnField[]>> = {
  migrations: ownFieldsOf('migrations'),
  companies: ownFieldsOf('companies'),
};

/** A migration refers to its company by the row number in `companies`. That row may contain only the ID. */
export const companyField = 'companyId';

/**
 * Search ignores case and accents except in IDs. Other fields have a folded column, set only for values with non-ASCII
 * characters, because SQLite's lower() supports only ASCII.
 */
export const valueColumns = (resource: Resource): string[] =>
  ownFields[resource].flatMap(({ name, kind }) => {
    if (resource === 'migrations' && name === companyField) return ['companyNumber'];
    return kind === 'id' ? [name] : [name, `${name}Folded`];
  });

const columnsOf = (resource: Resource): string =>
  valueColumns(resource)
    .map((column) => `${column} ${column === 'companyNumber' ? 'INTEGER' : 'TEXT'}`)
    .join(', ');

/**
 * `place`: position in its load, null for rows without one. `createdAt`: ms since 1970; `created` is set only if it
 * isn't a valid time. `known`: 0 if only the company's ID is known. `since`: earliest time at which the status can have
 * started; `changedAt`: when that was observed. Both are the creation time until another status is observed.
 */
const tableOf = (resource: Resource): string => `
  CREATE TABLE ${resource} (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, place INTEGER, createdAt INTEGER, created TEXT,
    ${resource === 'companies' ? 'known INTEGER NOT NULL DEFAULT 1' : 'since INTEGER, changedAt INTEGER'}, ${columnsOf(resource)});
  CREATE INDEX ${resource}_by_time ON ${resource} (createdAt DESC, place) WHERE place IS NOT NULL;`;

export const replicaSchema = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA locking_mode = EXCLUSIVE;
  ${resources.map(tableOf).join('')}
  CREATE INDEX migrations_by_status ON migrations (status, since, createdAt) WHERE place IS NOT NULL;
  CREATE INDEX migrations_by_company ON migrations (companyNumber, createdAt) WHERE place IS NOT NULL;
  CREATE TABLE observations (migration TEXT PRIMARY KEY, status TEXT NOT NULL, since INTEGER NOT NULL,
    changedAt INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE handled (migration TEXT PRIMARY KEY, status TEXT NOT NULL) WITHOUT ROWID;`;

export const fromRows = (resource: Resource): string =>
  resource === 'migrations'
    ? 'migrations AS r LEFT JOIN companies AS c ON c.number = r.companyNumber'
    : 'companies AS r';

export interface FieldColumn {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isCompanyColumn: boolean;
  /** Starts with the table alias of `fromRows`. */
  readonly sql: string;
}

const columnIn = (alias: 'r' | 'c', name: string, kind: FieldKind): FieldColumn => ({
  name,
  kind,
  isCompanyColumn: alias === 'c',
  sql: `${alias}.${name}`,
});

export const columnOf = (resource: Resource, field: string): FieldColumn | null => {
  const fields: Fields = fieldsOf[resource];
  const fieldFacts = fields[field];
  if (!fieldFacts) return null;
  if (resource === 'migrations' && field === companyField) return columnIn('c', 'id', 'id');
  const { ofCompany, kind } = fieldFacts;
  return ofCompany === undefined ? columnIn('r', field, kind) : columnIn('c', ofCompany, kind);
};

export const columnFor = (resource: Resource, use: 'sort' | 'filter', name: string): FieldColumn | null => {
  const field = fieldOf(resource, use, name);
  return field === null ? null : columnOf(resource, field);
};

export const searchedColumns = (resource: Resource): readonly FieldColumn[] =>
  fieldList(fieldsOf[resource]).flatMap(([name, { search }]) =>
    search === undefined ? [] : (columnOf(resource, name) ?? []),
  );

export const foldedSql = ({ sql, kind }: FieldColumn): string =>
  kind === 'id' ? `lower(${sql})` : `coalesce(${sql}Folded, lower(${sql}))`;

/** Times are in ms since 1970. */
export const valueSql = (resource: Resource, field: string): string => {
  if (field === 'created') return 'coalesce(r.createdAt, r.created)';
  if (field === 'changed') return 'r.changedAt';
  return columnOf(resource, field)?.sql ?? `r.${field}`;
};

/** Fields whose values are numbers in SQL and strings in rows. */
export const timeFields: readonly string[] = ['created', 'changed'];

export const rowColumns = (resource: Resource): string =>
  fieldList(fieldsOf[resource])
    .map(([field]) => `${valueSql(resource, field)} AS "${field}"`)
    .join(', ');
