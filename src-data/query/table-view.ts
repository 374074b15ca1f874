import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import { fieldList, fieldsOf, type Resource } from '#shared/migration-api/fields.ts';
import { type PlainRow, type RowTable, tableFields } from '../rows/row-table.ts';
import { derivedColumn, ownColumn, type QueryColumn } from './query-column.ts';

/** Loaded rows as queries see them: with the names of companies. */
export interface TableView {
  readonly resource: Resource;
  readonly table: RowTable;
  /** The values of a field, by its name in the rows; null for `id` and `created`, and for a field that rows of this resource do not have. */
  readonly column: (field: string) => QueryColumn | null;
  readonly rowAt: (row: number) => NamedMigration | CompanyRow;
  /** Changes with the rows and with what is known of companies. */
  readonly stamp: () => string;
}

/** What is known of companies, and a number that grows with it. */
interface CompanyNames {
  readonly find: (id: string) => CompanyRow | null;
  readonly version: () => number;
}

/** The fields that are taken from a row's company, with their names there. */
const companyFieldsIn = (resource: Resource): ReadonlyMap<string, keyof CompanyRow> =>
  new Map(fieldList(fieldsOf[resource]).flatMap(([name, { ofCompany }]) => (ofCompany ? [[name, ofCompany]] : [])));

export function createTableView(resource: Resource, table: RowTable, names: CompanyNames): TableView {
  const ofCompany = companyFieldsIn(resource);
  const companyIds = ofCompany.size > 0 ? table.column('companyId') : null;
  let derived = new Map<string, QueryColumn>();
  let derivedAt = '';
  const known = (id: string | null) => (id === null ? null : names.find(id));

  const throughCompany = (field: string): QueryColumn | null => {
    const wanted = ofCompany.get(field);
    if (!companyIds || wanted === undefined) return null;
    const stamp = `${names.version()} ${companyIds.dictionary.size()}`;
    if (stamp !== derivedAt) derived = new Map();
    derivedAt = stamp;
    const column = derived.get(field) ?? derivedColumn(companyIds, (id) => known(id)?.[wanted] ?? null);
    derived.set(field, column);
    return column;
  };
  const rowAt = (row: number): PlainRow => {
    const own = table.rowAt(row);
    if (!companyIds) return own;
    const company = known(own['companyId'] ?? null);
    return {
      ...own,
      ...Object.fromEntries(Array.from(ofCompany, ([name, wanted]) => [name, company?.[wanted] ?? null])),
    };
  };
  return {
    resource,
    table,
    column: (field) => {
      const own = Object.hasOwn(tableFields[resource], field) ? table.column(field) : null;
      return own ? ownColumn(own) : throughCompany(field);
    },
    rowAt: (row) => rowAt(row) as unknown as NamedMigration | CompanyRow,
    stamp: () => `${table.version()} ${names.version()}`,
  };
}
