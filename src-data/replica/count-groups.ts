import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import { fieldOf, type Fields, fieldsOf, type Resource } from '#shared/migration-api/fields.ts';
import { foldText } from '#shared/search-text/fold-text.ts';
import { numberOrNull, type Row, timeOrNull } from '../storage/read-value.ts';
import type { Replica } from './replica.ts';
import { columnOf, type FieldColumn } from './replica-schema.ts';
import type { Sql } from './row-conditions.ts';

type Zone = 'local' | 'utc';
type Group = LoadedGroups['groups'][number];

const maxGroups = 1_000;
const dayMs = 24 * 60 * 60_000;
/** The UTC offset of a time zone changes only at a full quarter of an hour. */
const quarterMs = 15 * 60_000;

/** SQLite counts rows per quarter hour; days are assigned here, because SQLite's local time is ten times slower. */
function countDays(replica: Replica, resource: Resource, { sql, params }: Sql, zone: Zone): Group[] {
  const quarters = replica.all(
    `SELECT CAST(floor(r.createdAt / ${quarterMs}.0) AS INTEGER) AS quarter, count(*) AS n, max(r.createdAt) AS newest
     FROM ${resource} AS r WHERE ${sql} GROUP BY quarter`,
    ...params,
  );
  const days = new Map<string, { count: number; newest: number | null }>();
  for (const { quarter, n, newest } of quarters) {
    const at = quarter === null ? null : Number(quarter) * quarterMs;
    const shift = at === null || zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * 60_000;
    const day = at === null ? '' : new Date(Math.floor((at - shift) / dayMs) * dayMs).toISOString().slice(0, 10);
    const dayCount = days.get(day) ?? { count: 0, newest: null };
    const latest = numberOrNull(newest);
    dayCount.count += Number(n);
    if (latest !== null) dayCount.newest = Math.max(dayCount.newest ?? latest, latest);
    days.set(day, dayCount);
  }
  return Array.from(days, ([key, { count, newest }]) => ({ key, label: null, count, newest: timeOrNull(newest) })).sort(
    (one, other) => (one.key < other.key ? 1 : -1),
  );
}

const labelOf = (resource: Resource, field: string): FieldColumn | null => {
  const fields: Fields = fieldsOf[resource];
  const namedBy = fields[field]?.namedBy;
  return namedBy === undefined ? null : columnOf(resource, namedBy);
};

const groupOf = ({ key, label, n, newest }: Row): Group => ({
  key: (key as string | null) ?? '',
  label: (label as string | null) ?? null,
  count: Number(n),
  newest: timeOrNull(newest),
});

function countValues(replica: Replica, resource: Resource, { sql, params }: Sql, field: string): Group[] {
  const column = columnOf(resource, field);
  if (!column) return [];
  const names = `${column.sql} AS key, ${labelOf(resource, field)?.sql ?? 'NULL'} AS label`;
  const counts = 'count(*) AS n, max(r.createdAt) AS newest';
  // Groups by the company's row number first, because that needs no join.
  const groupsSql = column.isCompanyColumn
    ? `SELECT ${names}, sum(n) AS n, max(newest) AS newest
       FROM (SELECT r.companyNumber AS number, ${counts}
         FROM ${resource} AS r WHERE ${sql} GROUP BY r.companyNumber) AS g
       LEFT JOIN companies AS c ON c.number = g.number`
    : `SELECT ${names}, ${counts} FROM ${resource} AS r WHERE ${sql}`;
  return replica.all(`${groupsSql} GROUP BY ${column.sql} ORDER BY n DESC, key ASC`, ...params).map(groupOf);
}

export function countGroups(
  replica: Replica,
  resource: Resource,
  conditions: Sql,
  { by, zone, label }: { readonly by: GroupKey; readonly zone: Zone; readonly label: string },
): LoadedGroups {
  const field = by === 'day' ? null : fieldOf(resource, 'filter', by);
  const countedGroups =
    by === 'day'
      ? countDays(replica, resource, conditions, zone)
      : field === null
        ? []
        : countValues(replica, resource, conditions, field);
  const words = foldText(label).split(/\s+/).filter(Boolean);
  const groups = countedGroups.filter(({ key, label: name }) =>
    words.every((word) => foldText(name ?? key).includes(word)),
  );
  const beyondGroups = groups.slice(maxGroups);
  const countRows = (some: readonly Group[]): number => some.reduce((sum, { count }) => sum + count, 0);
  return {
    matched: countRows(groups),
    groups: groups.slice(0, maxGroups),
    left: { groups: beyondGroups.length, rows: countRows(beyondGroups) },
  };
}
