import { bindPrograms, type Dialect, first, prepared, type Program, type Programs } from './base/program.ts';
import { rowsPerOrganization } from './list-rows.ts';

/** One page of a list: its rows as comma-separated JSON, and the total number of rows. */
export interface StoredPage {
  readonly rows: string;
  readonly total: number;
}

/** `page` starts at 1. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** An organization's list, newest first. Unlike OFFSET, positions make every page as fast as page 1. */
export const createListStore = (
  { read }: Programs,
  { between, joined, of, place }: Dialect,
  table: 'companies' | 'migrations',
) => {
  const end = `organizations.${table} - CAST($2 AS bigint)`;
  const rowsSql = `${table} WHERE ${between(table, 'organizations.number', `${end} - CAST($3 AS bigint)`, end)}`;
  // One statement, so that the total is consistent with the page.
  const page = prepared(
    `SELECT ${table} AS total, (${joined(rowsSql, place(table))}) AS rows FROM organizations WHERE number = $1`,
  );
  const byId = prepared(`SELECT json FROM ${table} WHERE ${of(table)} AND id = $2`);
  return bindPrograms(read, {
    *page(organization: number, wanted: PageRequest): Program<StoredPage> {
      // Keeps huge page numbers within safe integers.
      const skip = Math.min((wanted.page - 1) * wanted.pageSize, rowsPerOrganization);
      const pageRow = yield* first(page, [organization, skip, wanted.pageSize]);
      return { rows: (pageRow?.['rows'] as string | null | undefined) ?? '', total: Number(pageRow?.['total'] ?? 0) };
    },
    /** Returns a row as JSON. Undefined if the row doesn't exist or belongs to another organization. */
    *json(organization: number, id: string): Program<string | undefined> {
      return (yield* first(byId, [organization, id]))?.['json'] as string | undefined;
    },
  });
};
