import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { CompanyDirectory } from '../rows/company-directory.ts';
import { createQueryResults, type QueryResults } from './query-results.ts';
import { createTableView, type TableView } from './table-view.ts';
import { createRowTable, type PlainRow, type RowTable, tableFields } from '../rows/row-table.ts';

/** Loaded rows with what answers questions about them. */
export interface LoadedTable {
  readonly load: string;
  readonly view: TableView;
  readonly results: QueryResults;
}

/** All loaded rows, by profile and resource, in memory. */
export interface RowStore {
  readonly begin: (place: RowsPlace, load: string, expected: number | null) => void;
  /** null where the rows of that load are not here: the process was started anew, or they were dropped. */
  readonly ofLoad: (place: RowsPlace, load: string) => RowTable | null;
  /** Changes rows that are here; adds none. */
  readonly freshen: (place: RowsPlace, rows: readonly PlainRow[]) => { changed: number; version: number };
  /** Without loaded rows: an empty table. */
  readonly table: (place: RowsPlace) => LoadedTable;
  readonly has: (place: RowsPlace) => boolean;
  /** A table of these rows alone, which the store does not keep. */
  readonly separate: (place: RowsPlace, rows: readonly PlainRow[]) => LoadedTable;
  /** What is known of a company, from the directory or from loaded companies. */
  readonly findCompany: (profileId: string, id: string) => CompanyRow | null;
  readonly drop: (place: RowsPlace) => void;
}

/** More is not reserved on the word of a service. */
const mostExpected = 1_000_000;
const keyOf = ({ profileId, resource }: RowsPlace): string => `${resource} ${profileId}`;

export function createRowStore(directory: CompanyDirectory): RowStore {
  const tables = new Map<string, LoadedTable>();

  const make = (place: RowsPlace, load: string): LoadedTable => {
    const { profileId, resource } = place;
    const view = createTableView(resource, createRowTable(tableFields[resource]), {
      find: (id) => findCompany(profileId, id),
      version: () => directory.version(profileId) + (companies(profileId)?.version() ?? 0),
    });
    return { load, view, results: createQueryResults(view) };
  };
  const companies = (profileId: string) => tables.get(keyOf({ profileId, resource: 'companies' }))?.view.table;
  const findCompany = (profileId: string, id: string): CompanyRow | null => {
    const known = directory.find(profileId, id);
    if (known) return known;
    const loaded = tables.get(keyOf({ profileId, resource: 'companies' }))?.view;
    const row = loaded?.table.find(id) ?? -1;
    return row === -1 ? null : ((loaded?.rowAt(row) as CompanyRow | undefined) ?? null);
  };

  return {
    begin: (place, load, expected) => {
      const made = make(place, load);
      if (expected !== null) made.view.table.reserve(Math.min(expected, mostExpected));
      tables.set(keyOf(place), made);
    },
    ofLoad: (place, load) => {
      const held = tables.get(keyOf(place));
      return held?.load === load ? held.view.table : null;
    },
    freshen: (place, rows) => {
      const table = tables.get(keyOf(place))?.view.table;
      if (!table) return { changed: 0, version: 0 };
      const before = table.version();
      for (const row of rows) if (table.has(row.id)) table.put(row);
      return { changed: table.version() - before, version: table.version() };
    },
    table: (place) => tables.get(keyOf(place)) ?? make(place, ''),
    has: (place) => tables.has(keyOf(place)),
    findCompany,
    separate: (place, rows) => {
      const made = make(place, '');
      for (const row of rows) made.view.table.put(row);
      return made;
    },
    drop: (place) => void tables.delete(keyOf(place)),
  };
}
