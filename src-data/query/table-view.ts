import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { LoadedMigration } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource, SortColumn } from '#shared/console-contract/loaded-query.ts';
import type { PlainRow, RowTable } from '../rows/row-table.ts';
import { derivedColumn, ownColumn, type QueryColumn } from './query-column.ts';

/** Column names of queries, except `id` and `created`, which every row has. */
export type TextColumnName = Exclude<SortColumn, 'id' | 'created'>;

/** Loaded rows as queries see them: with the names of companies. */
export interface TableView {
  readonly resource: LoadedResource;
  readonly table: RowTable;
  /** null where the resource has no such column. */
  readonly column: (name: TextColumnName) => QueryColumn | null;
  /** The ids of companies; null for companies, whose ids are their own. */
  readonly companyIds: QueryColumn | null;
  readonly rowAt: (row: number) => LoadedMigration | CompanyRow;
  /** The texts of a field of what `rowAt` returns; null for those that are ASCII whatever they hold. */
  readonly textsOf: (field: string) => QueryColumn | null;
  /** Changes with the rows and with what is known of companies. */
  readonly stamp: () => string;
}

/** What is known of companies, and a number that grows with it. */
export interface CompanyNames {
  readonly find: (id: string) => CompanyRow | null;
  readonly version: () => number;
}

const fieldOf: Record<LoadedResource, Partial<Record<TextColumnName, string>>> = {
  migrations: { status: 'status', user: 'createdByUserId' },
  companies: { company: 'providerCompanyName', provider: 'sourceProvider', providerCompanyId: 'providerCompanyId' },
};

/** Fields of the rows that a page gets, and where their texts are. */
const namedFields: Record<LoadedResource, Partial<Record<string, TextColumnName>>> = {
  migrations: { status: 'status', createdByUserId: 'user', companyName: 'company', provider: 'provider' },
  companies: {
    providerCompanyName: 'company',
    sourceProvider: 'provider',
    providerCompanyId: 'providerCompanyId',
  },
};

export function createTableView(resource: LoadedResource, table: RowTable, names: CompanyNames): TableView {
  const ofCompany = resource === 'migrations' ? table.column('companyId') : null;
  let derived = new Map<TextColumnName, QueryColumn>();
  let derivedAt = '';
  const known = (id: string | null) => (id === null ? null : names.find(id));

  const throughCompany = (name: TextColumnName): QueryColumn | null => {
    if (!ofCompany || (name !== 'company' && name !== 'provider')) return null;
    const stamp = `${names.version()} ${ofCompany.dictionary.size()}`;
    if (stamp !== derivedAt) derived = new Map();
    derivedAt = stamp;
    const field = name === 'company' ? 'providerCompanyName' : 'sourceProvider';
    const column = derived.get(name) ?? derivedColumn(ofCompany, (id) => known(id)?.[field] ?? null);
    derived.set(name, column);
    return column;
  };
  const named = (row: PlainRow): LoadedMigration => {
    const company = known(row['companyId'] ?? null);
    return {
      ...(row as Pick<LoadedMigration, 'id' | 'created' | 'createdByUserId' | 'companyId'>),
      status: row['status'] ?? '',
      companyName: company?.providerCompanyName ?? null,
      provider: company?.sourceProvider ?? null,
    };
  };
  const column = (name: TextColumnName): QueryColumn | null => {
    const field = fieldOf[resource][name];
    return field === undefined ? throughCompany(name) : ownColumn(table.column(field));
  };
  return {
    resource,
    table,
    column,
    companyIds: ofCompany && ownColumn(ofCompany),
    rowAt: (row) => (ofCompany ? named(table.rowAt(row)) : (table.rowAt(row) as unknown as CompanyRow)),
    textsOf: (field) => {
      const name = namedFields[resource][field];
      return name === undefined ? null : column(name);
    },
    stamp: () => `${table.version()} ${names.version()}`,
  };
}
