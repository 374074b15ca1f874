import { rowsPerOrganization } from '../list-rows.ts';
import type { ListStore, MigrationStore } from '../store.ts';
import type { Database } from './database.ts';

/**
 * Pages of a list by page number; every page takes as long as page 1. One statement reads the counter and the range of
 * positions, so that a page and its total are consistent.
 */
export const createPostgresList = (database: Database, table: 'migrations' | 'companies'): ListStore => {
  const page = {
    name: `page of ${table}`,
    text: `
      SELECT ${table} AS total, (
        SELECT string_agg(json, ',' ORDER BY position DESC) FROM ${table}
        WHERE organization = organizations.number
          AND position > organizations.${table} - $2::bigint - $3::bigint AND position <= organizations.${table} - $2::bigint
      ) AS rows
      FROM organizations WHERE number = $1`,
  };
  const total = {
    name: `total of ${table}`,
    text: `SELECT ${table} AS total FROM organizations WHERE number = $1`,
  };
  return {
    page: async (organization, wanted) => {
      const skip = Math.min((wanted.page - 1) * wanted.pageSize, rowsPerOrganization);
      const [found] = await database.run(page, [organization, skip, wanted.pageSize]);
      return { rows: (found?.['rows'] as string | null | undefined) ?? '', total: Number(found?.['total'] ?? 0) };
    },
    total: async (organization) => Number((await database.run(total, [organization]))[0]?.['total'] ?? 0),
  };
};

export const createPostgresMigrations = (database: Database): MigrationStore => ({
  ...createPostgresList(database, 'migrations'),
  json: async (organization, id) => {
    const byId = {
      name: 'migration by id',
      text: 'SELECT json FROM migrations WHERE organization = $1 AND id = $2',
    };
    return (await database.run(byId, [organization, id]))[0]?.['json'] as string | undefined;
  },
});
