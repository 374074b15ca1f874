import { rowsPerOrganization } from '../list-rows.ts';
import { type FilterDialect, filterIndexes } from '../migration-filter.ts';

export const sqliteFilters: FilterDialect = {
  place: 'row',
  within: `row > $1 * ${rowsPerOrganization} + $2 AND row <= $1 * ${rowsPerOrganization} + $3`,
  at: (position) => `row = $1 * ${rowsPerOrganization} + ${position}`,
  field: (name) => `json ->> '$.${name}'`,
  created: "json ->> '$.created'",
  joined: (rows) => `
    SELECT group_concat(json, ',') AS rows FROM (
      SELECT json FROM (${rows}) AS page JOIN migrations ON row = place ORDER BY place DESC
    )`,
};

/** Seeding drops these and creates them again at the end. SQLite appends the row number to each index. */
export const sqliteFilterIndexes = filterIndexes(sqliteFilters, '', '');
