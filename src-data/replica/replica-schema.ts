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

const isReference = (resource: Resource, { name }: OwnField): boolean =>
  resource === 'migrations' && name === companyField;

/** Whether search ignores case and accents. For IDs, it compares the start and end instead. */
const isFolded = ({ kind }: OwnField): boolean => kind !== 'id';

const columnsOf = (resource: Resource): string =>
  ownFields[resource]
    .map((field) => {
      if (isReference(resource, field)) return 'companyNumber INTEGER';
      // Stores the folded string only if it differs from SQLite's lower(), which supports only ASCII.
      return isFolded(field) ? `${field.name} TEXT, ${field.name}Folded TEXT` : `${field.name} TEXT`;
    })
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

/** FROM clause: rows `r` of a resource with their companies `c`. */
export const fromRows = (resource: Resource): string =>
  resource === 'migrations'
    ? 'migrations AS r LEFT JOIN companies AS c ON c.number = r.companyNumber'
    : 'companies AS r';

export interface FieldColumn {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isCompanyColumn: boolean;
}

export const columnOf = (resource: Resource, field: string): FieldColumn | null => {
  const fields: Fields = fieldsOf[resource];
  const fieldFacts = fields[field];
  if (!fieldFacts) return null;
  if (resource === 'migrations' && field === companyField) return { name: 'id', kind: 'id', isCompanyColumn: true };
  if (fieldFacts.ofCompany === undefined) return { name: field, kind: fieldFacts.kind, isCompanyColumn: false };
  return { name: fieldFacts.ofCompany, kind: fieldFacts.kind, isCompanyColumn: true };
};

/** Returns the column for a sort or filter name. Null if the resource has no such column. */
export const columnFor = (resource: Resource, use: 'sort' | 'filter', name: string): FieldColumn | null => {
  const field = fieldOf(resource, use, name);
  return field === null ? null : columnOf(resource, field);
};

export const searchedColumns = (resource: Resource): readonly FieldColumn[] =>
  fieldList(fieldsOf[resource]).flatMap(([name, { search }]) =>
    search === undefined ? [] : (columnOf(resource, name) ?? []),
  );

/** SQL for a column without case and accents, used by search and sort. */
export const foldedSql = ({ name, kind }: FieldColumn, alias: string): string =>
  kind === 'id' ? `lower(${alias}.${name})` : `coalesce(${alias}.${name}Folded, lower(${alias}.${name}))`;

/** SQL for a field's value. Times are in ms since 1970. */
export const valueSql = (resource: Resource, field: string): string => {
  if (field === 'created') return 'coalesce(r.createdAt, r.created)';
  if (field === 'changed') return 'r.changedAt';
  const column = columnOf(resource, field);
  return `${column?.isCompanyColumn ? 'c' : 'r'}.${column?.name ?? field}`;
};

/** Fields whose values are numbers in SQL and strings in rows. */
export const timeFields: readonly string[] = ['created', 'changed'];

export const rowColumns = (resource: Resource): string =>
  fieldList(fieldsOf[resource])
    .map(([field]) => `${valueSql(resource, field)} AS "${field}"`)
    .join(', ');
