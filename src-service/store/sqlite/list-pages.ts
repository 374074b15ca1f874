import type { DatabaseSync } from 'node:sqlite';
import type { ListStore, PageWanted } from '../store.ts';
import { firstRowSql, furthestRow } from './row-number.ts';
import type { SharedReads } from './shared-reads.ts';

/**
 * Pages of a list by page number, each in the time of page 1: the counter and the range of row numbers come from one
 * statement, so that a page and its total are of the same moment. A long OFFSET would walk every row before the page.
 */
export const createListPages = (
  database: DatabaseSync,
  table: 'migrations' | 'companies',
  reads: SharedReads,
): ListStore => {
  const page = database.prepare(`
    SELECT ${table} AS total, (
      SELECT group_concat(json, ',') FROM (
        SELECT json FROM ${table}
        WHERE row > ${firstRowSql} + max(organizations.${table} - ?2 - ?3, 0)
          AND row <= ${firstRowSql} + max(organizations.${table} - ?2, 0)
        ORDER BY row DESC
      )
    ) AS rows
    FROM organizations WHERE number = ?1
  `);
  const total = database.prepare(`SELECT ${table} AS total FROM organizations WHERE number = ?`);
  return {
    page: (organization: number, wanted: PageWanted) =>
      reads(() => {
        const skip = Math.min((wanted.page - 1) * wanted.pageSize, furthestRow);
        const found = page.get(organization, skip, wanted.pageSize);
        return { rows: (found?.['rows'] as string | null | undefined) ?? '', total: Number(found?.['total'] ?? 0) };
      }),
    total: (organization: number) => reads(() => Number(total.get(organization)?.['total'] ?? 0)),
  };
};
