import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';

/** Filters of the migration list. Times have the form of `created`. */
export interface MigrationFilter {
  readonly statuses?: readonly MigrationStatus[] | undefined;
  readonly companyId?: string | undefined;
  readonly userId?: string | undefined;
  /** Inclusive. */
  readonly createdAfter?: string | undefined;
  /** Exclusive. */
  readonly createdBefore?: string | undefined;
}

/** SQL that differs between the stores. `$1` is the organization; places are in (`$2`, `$3`]. */
export interface FilterDialect {
  /** Name of the column that orders an organization's migrations. */
  readonly place: string;
  readonly within: string;
  /** Condition that a row has the position of this expression. */
  readonly at: (position: string) => string;
  readonly field: (name: string) => string;
  /** `created`, compared byte by byte. */
  readonly created: string;
  /** Joins the `json` of rows with a `place`, newest first. */
  readonly joined: (rows: string) => string;
}

/** A statement that each connection prepares once. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** Indexes for the filters. Each has the status second: a page merges ordered index ranges, one per status. */
export const filterIndexes = (
  { field }: Pick<FilterDialect, 'field'>,
  prefix: string,
  suffix: string,
): readonly NamedStatement[] =>
  [
    ['migrations_by_status', 'status'],
    ['migrations_by_company', `(${field('company_id')}), status`],
    ['migrations_by_user', `(${field('created_by_user_id')}), status`],
  ].map(([name = '', columns]) => ({
    name,
    text: `CREATE INDEX IF NOT EXISTS ${name} ON migrations (${prefix}${columns}${suffix});`,
  }));

export type SqlValue = string | number;

interface Matches {
  /** Part of the statements' names. */
  readonly shape: string;
  /** One SELECT per status. */
  readonly places: readonly string[];
  readonly values: readonly SqlValue[];
}

/** The places of all matches. `values` starts at `$4`. */
export const matchesOf = (
  { place, within, field }: FilterDialect,
  { statuses, companyId, userId }: MigrationFilter,
): Matches => {
  const wanted = [...new Set(statuses ?? migrationStatuses)];
  const values: SqlValue[] = [...wanted];
  const equals = (name: string, value: string | undefined): string =>
    value === undefined ? '' : ` AND ${field(name)} = $${values.push(value) + 3}`;
  const same = equals('created_by_user_id', userId) + equals('company_id', companyId);
  const inRange = `SELECT ${place} AS place FROM migrations WHERE ${within}`;
  if (statuses === undefined && same === '') return { shape: 'range', places: [inRange], values: [] };
  const places = wanted.map((_, index) => `${inRange} AND status = $${index + 4}${same}`);
  const shape = `${wanted.length}${userId === undefined ? '' : 'u'}${companyId === undefined ? '' : 'c'}`;
  return { shape, places, values };
};

/** Number of the organization's migrations created before `$2`, by a binary search: `created` rises with the position. */
export const createdBeforeSql = ({ at, created }: FilterDialect): string => `
  WITH RECURSIVE search (low, high) AS (
    SELECT 0 * migrations, migrations FROM organizations WHERE number = $1
    UNION ALL
    SELECT CASE WHEN ${created} < $2 THEN (low + high + 1) / 2 ELSE low END,
      CASE WHEN ${created} < $2 THEN high ELSE (low + high + 1) / 2 - 1 END
    FROM search JOIN migrations ON ${at('(low + high + 1) / 2')} WHERE low < high
  )
  SELECT low AS position FROM search WHERE low = high`;
