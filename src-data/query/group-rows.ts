import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import { fieldOf, type Fields, fieldsOf } from '#shared/migration-api/fields.ts';
import { type Pace, sliceRows } from '../rows/pace.ts';
import type { TableView } from './table-view.ts';

type Zone = 'local' | 'utc';
type Group = LoadedGroups['groups'][number];

/** Groups in one reply. */
const most = 1_000;
const dayMs = 24 * 60 * 60_000;
/** No time zone has changed its distance to UTC but at a quarter of an hour. */
const quarterMs = 15 * 60_000;

/** The day of a time, as days since 1970 in the zone; what is near the last one asked for is quick. */
function createDayOf(zone: Zone): (at: number) => number {
  if (zone === 'utc') return (at) => Math.floor(at / dayMs);
  let quarter = Number.NaN;
  let shift = 0;
  return (at) => {
    const quarterOfTime = Math.floor(at / quarterMs);
    if (quarterOfTime !== quarter) {
      quarter = quarterOfTime;
      shift = new Date(at).getTimezoneOffset() * 60_000;
    }
    return Math.floor((at - shift) / dayMs);
  };
}

interface Counted {
  count: number;
  newest: number;
}

/** Counts rows by a number of theirs. */
async function countBy(
  rows: Uint32Array,
  keyOf: (row: number) => number,
  created: Float64Array,
  pace: Pace,
): Promise<Map<number, Counted>> {
  const groups = new Map<number, Counted>();
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const key = keyOf(row);
    const time = created[row] ?? Number.NaN;
    const group = groups.get(key);
    if (!group) groups.set(key, { count: 1, newest: time });
    else {
      group.count += 1;
      if (!(group.newest >= time)) group.newest = time;
    }
    if (at % sliceRows === 0) await pace();
  }
  return groups;
}

const timeText = (at: number): string | null => (Number.isNaN(at) ? null : new Date(at).toISOString());
const dayText = (day: number): string => (Number.isNaN(day) ? '' : new Date(day * dayMs).toISOString().slice(0, 10));

/** Groups of one text may stand under several numbers: companies of one name, or of one provider. */
function joinByKey(groups: Iterable<Group>): Group[] {
  const byKey = new Map<string, Group>();
  for (const group of groups) {
    const held = byKey.get(group.key);
    const newest =
      [held?.newest ?? null, group.newest]
        .filter((time) => time !== null)
        .sort()
        .at(-1) ?? null;
    byKey.set(group.key, held ? { ...held, count: held.count + group.count, newest } : group);
  }
  return [...byKey.values()];
}

/** What rows are counted by, and what names a group where its key does not. */
function columnsFor({ resource, column }: TableView, by: Exclude<GroupKey, 'day'>) {
  const field = fieldOf(resource, 'filter', by);
  if (field === null) return { keys: null, labels: null };
  const fields: Fields = fieldsOf[resource];
  const namedBy = fields[field]?.namedBy;
  return { keys: column(field), labels: namedBy === undefined ? null : column(namedBy) };
}

/** Counts the rows of a result by a column or by day. */
export async function groupRows(
  view: TableView,
  rows: Uint32Array,
  { by, zone }: { readonly by: GroupKey; readonly zone: Zone },
  pace: Pace,
): Promise<Pick<LoadedGroups, 'groups' | 'left'>> {
  const created = view.table.created();
  let groups: Group[];
  if (by === 'day') {
    const dayOf = createDayOf(zone);
    const counted = await countBy(rows, (row) => dayOf(created[row] ?? Number.NaN), created, pace);
    groups = Array.from(counted, ([day, { count, newest }]) => ({
      key: dayText(day),
      label: null,
      count,
      newest: timeText(newest),
    }));
    groups.sort((a, b) => (a.key < b.key ? 1 : -1));
  } else {
    const { keys, labels } = columnsFor(view, by);
    const codes = keys?.codes();
    const counted = await countBy(rows, (row) => codes?.[row] ?? 0, created, pace);
    groups = joinByKey(
      Array.from(counted, ([code, { count, newest }]) => ({
        key: keys?.textAt(code) ?? '',
        label: labels?.textAt(code) ?? null,
        count,
        newest: timeText(newest),
      })),
    );
    groups.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  }
  const beyond = groups.slice(most);
  return {
    groups: groups.slice(0, most),
    left: { groups: beyond.length, rows: beyond.reduce((sum, { count }) => sum + count, 0) },
  };
}
