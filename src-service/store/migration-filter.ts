import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import type { Dialect } from './base/program.ts';

/** Times have the same format as `created`. */
export interface MigrationFilter {
  readonly statuses?: readonly MigrationStatus[] | undefined;
  readonly companyId?: string | undefined;
  readonly userId?: string | undefined;
  /** Inclusive. */
  readonly createdAfter?: string | undefined;
  /** Exclusive. */
  readonly createdBefore?: string | undefined;
}

export const sqliteField = (name: string): string => `json ->> '$.${name}'`;
export const postgresField = (name: string): string => `(json::json ->> '${name}')`;

/** Indexes for the filters. The status comes second, because a page merges ordered index ranges, one per status. */
const filterIndexes = (
  field: Dialect['field'],
  prefix: string,
  suffix: string,
): readonly { readonly name: string; readonly text: string }[] =>
  [
    ['migrations_by_status', 'status'],
    ['migrations_by_company', `(${field('company_id')}), status`],
    ['migrations_by_user', `(${field('created_by_user_id')}), status`],
  ].map(([name = '', columns]) => ({
    name,
    text: `CREATE INDEX IF NOT EXISTS ${name} ON migrations (${prefix}${columns}${suffix});`,
  }));

interface Matches {
  /** One SELECT per status. */
  readonly places: readonly string[];
  readonly values: readonly string[];
}

/** Returns the positions of all matches. `values` starts at `$4`. */
export const matchesOf = (
  { place, within, field }: Dialect,
  { statuses, companyId, userId }: MigrationFilter,
): Matches => {
  const wantedStatuses = [...new Set(statuses ?? migrationStatuses)];
  const values: string[] = [...wantedStatuses];
  const equals = (name: string, value: string | undefined): string =>
    value === undefined ? '' : ` AND ${field(name)} = $${values.push(value) + 3}`;
  const fieldConditions = equals('created_by_user_id', userId) + equals('company_id', companyId);
  const rangeSql = `SELECT ${place('migrations')} AS place FROM migrations WHERE ${within('migrations')}`;
  if (statuses === undefined && fieldConditions === '') return { places: [rangeSql], values: [] };
  const places = wantedStatuses.map((_, index) => `${rangeSql} AND status = $${index + 4}${fieldConditions}`);
  return { places, values };
};

/** SQL that counts migrations created before `$2`. A binary search works, because `created` rises with the position. */
export const createdBeforeSql = ({ at, created }: Dialect): string => `
  WITH RECURSIVE search (low, high) AS (
    SELECT 0 * migrations, migrations FROM organizations WHERE number = $1
    UNION ALL
    SELECT CASE WHEN ${created} < $2 THEN (low + high + 1) / 2 ELSE low END,
      CASE WHEN ${created} < $2 THEN high ELSE (low + high + 1) / 2 - 1 END
    FROM search JOIN migrations ON ${at('migrations', '$1', '(low + high + 1) / 2')} WHERE low < high
  )
  SELECT low AS position FROM search WHERE low = high`;

/** Number of changes of a migration's company or end user that wrote no event. */
export const fieldChangesColumn = 'ALTER TABLE organizations ADD COLUMN field_changes integer NOT NULL DEFAULT 0;';

/** Seeding drops these indexes and creates them again at the end. SQLite appends the row number to each index. */
export const sqliteFilterIndexes = filterIndexes(sqliteField, '', '');
/** PostgreSQL blocks changes of migrations while it creates these indexes. */
export const postgresFilterIndexes = filterIndexes(postgresField, 'organization, ', ', position');
