import type { EventStore } from '../event-store.ts';
import { createFilteredPages } from '../filtered-pages.ts';
import { rowsPerOrganization } from '../list-rows.ts';
import { type FilterDialect, filterIndexes } from '../migration-filter.ts';
import type { ListStore, MigrationStore } from '../store.ts';
import type { Database } from './database.ts';

const postgresFilters: FilterDialect = {
  place: 'position',
  within: 'organization = $1::integer AND position > $2::bigint AND position <= $3::bigint',
  at: (position) => `organization = $1::integer AND position = ${position}`,
  field: (name) => `(json::json ->> '${name}')`,
  created: `(json::json ->> 'created') COLLATE "C"`,
  joined: (rows) => `
    SELECT string_agg(json, ',' ORDER BY place DESC) AS rows
    FROM (${rows}) AS page JOIN migrations ON organization = $1::integer AND position = place`,
};

/** Changes of migrations wait while PostgreSQL creates these. */
export const postgresFilterIndexes = filterIndexes(postgresFilters, 'organization, ', ', position');

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
  const byId = {
    name: `row of ${table} by id`,
    text: `SELECT json FROM ${table} WHERE organization = $1 AND id = $2`,
  };
  return {
    json: async (organization, id) => (await database.run(byId, [organization, id]))[0]?.['json'] as string | undefined,
    page: async (organization, wanted) => {
      const skip = Math.min((wanted.page - 1) * wanted.pageSize, rowsPerOrganization);
      const [found] = await database.run(page, [organization, skip, wanted.pageSize]);
      return { rows: (found?.['rows'] as string | null | undefined) ?? '', total: Number(found?.['total'] ?? 0) };
    },
    total: async (organization) => Number((await database.run(total, [organization]))[0]?.['total'] ?? 0),
  };
};

export const createPostgresMigrations = (database: Database, events: EventStore): MigrationStore => ({
  ...createPostgresList(database, 'migrations'),
  filteredPage: createFilteredPages({
    dialect: postgresFilters,
    run: database.run,
    runLong: ({ text }, values) => database.inLongTransaction((session) => session.run(text, values)),
    events,
  }),
});
