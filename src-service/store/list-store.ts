import { type Dialect, first, type Programs } from './base/program.ts';
import { rowsPerOrganization } from './list-rows.ts';
import type { ListStore } from './store.ts';

/** Positions make every page as fast as page 1, unlike OFFSET. One statement reads a page and a consistent total. */
export const createListStore = (
  { read }: Programs,
  { between, joined, of, place }: Dialect,
  table: 'companies' | 'migrations',
): ListStore => {
  const end = `organizations.${table} - CAST($2 AS bigint)`;
  const rowsSql = `${table} WHERE ${between(table, 'organizations.number', `${end} - CAST($3 AS bigint)`, end)}`;
  const page = {
    name: `page of ${table}`,
    text: `SELECT ${table} AS total, (${joined(rowsSql, place(table))}) AS rows FROM organizations WHERE number = $1`,
  };
  const total = {
    name: `total of ${table}`,
    text: `SELECT ${table} AS total FROM organizations WHERE number = $1`,
  };
  const byId = {
    name: `row of ${table} by id`,
    text: `SELECT json FROM ${table} WHERE ${of(table)} AND id = $2`,
  };
  return {
    page: async (organization, wanted) => {
      // Keeps huge page numbers within safe integers.
      const skip = Math.min((wanted.page - 1) * wanted.pageSize, rowsPerOrganization);
      const pageRow = await read(() => first(page, [organization, skip, wanted.pageSize]));
      return { rows: (pageRow?.['rows'] as string | null | undefined) ?? '', total: Number(pageRow?.['total'] ?? 0) };
    },
    total: async (organization) => Number((await read(() => first(total, [organization])))?.['total'] ?? 0),
    json: async (organization, id) =>
      (await read(() => first(byId, [organization, id])))?.['json'] as string | undefined,
  };
};
