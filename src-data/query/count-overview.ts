import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import type { NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { StatusSince } from '#shared/data-messages/data-calls.ts';
import type { QueryColumn } from './query-column.ts';
import type { TableView } from './table-view.ts';
import { type Pace, sliceRows } from '../rows/pace.ts';

type CountedOverview = Pick<Overview, 'rows' | 'byStatus' | 'byProvider' | 'problems' | 'stuck'>;

interface OverviewQuestion {
  readonly now: number;
  /** By status: ms without a change after which a migration is stuck. */
  readonly stuckAfter: Readonly<Record<string, number>>;
  /** Since when this console has seen migrations in their last status, for those whose last one is one of these. */
  readonly since: (statuses: readonly string[]) => readonly StatusSince[];
}

const dayMs = 24 * 60 * 60_000;
const mostListed = 20;
const problemStatuses = ['FAILED', 'COMPLETED_WITH_FAILURES', 'LOGIN_ABANDONED'];
const openStatuses = ['NOT_READY', 'NOT_STARTED', 'WORKING', 'PENDING_USER_INPUT'];

interface StatusCount {
  count: number;
  lastDay: number;
  oldest: number;
}

const timeText = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null);
const newestFirst = (created: Float64Array) => (a: number, b: number) => (created[b] ?? 0) - (created[a] ?? 0) || a - b;

/** Keeps the newest rows of many without sorting all. */
function createNewest(created: Float64Array, most: number) {
  let rows: number[] = [];
  return {
    add: (row: number) => {
      rows.push(row);
      if (rows.length > most * 50) rows = rows.sort(newestFirst(created)).slice(0, most);
    },
    rows: () => rows.sort(newestFirst(created)).slice(0, most),
  };
}

function countByProvider(companyCodes: ReadonlyMap<number, number>, providers: QueryColumn | null) {
  const counts = new Map<string | null, number>();
  for (const [code, count] of companyCodes) {
    const provider = code === 0 ? null : (providers?.textAt(code) ?? '');
    counts.set(provider, (counts.get(provider) ?? 0) + count);
  }
  return Array.from(counts, ([provider, count]) => ({ provider, count })).sort((a, b) => b.count - a.count);
}

/** Counts what the Overview page shows, over all rows of a table of migrations. */
export async function countOverview(view: TableView, ask: OverviewQuestion, pace: Pace): Promise<CountedOverview> {
  const { table } = view;
  const until = table.count();
  const created = table.created();
  const statuses = table.column('status');
  const statusCodes = statuses.codes.values;
  const companyCodes = table.column('companyId').codes.values;
  const problemCodes = new Set(problemStatuses.map((status) => statuses.dictionary.find(status)));
  const byStatus = new Map<number, StatusCount>();
  const byCompany = new Map<number, number>();
  const problems = createNewest(created, mostListed);
  let problemsOfDay = 0;
  for (let row = 0; row < until; row += 1) {
    const status = statusCodes[row] ?? 0;
    const at = created[row] ?? Number.NaN;
    const isOfDay = at >= ask.now - dayMs;
    const held = byStatus.get(status) ?? { count: 0, lastDay: 0, oldest: Number.POSITIVE_INFINITY };
    held.count += 1;
    if (isOfDay) held.lastDay += 1;
    if (at < held.oldest) held.oldest = at;
    byStatus.set(status, held);
    const company = companyCodes[row] ?? 0;
    byCompany.set(company, (byCompany.get(company) ?? 0) + 1);
    if (problemCodes.has(status)) {
      problems.add(row);
      if (isOfDay) problemsOfDay += 1;
    }
    if (row % sliceRows === 0) await pace();
  }
  const open = findOpen(view, ask);
  const migrationAt = (row: number) => view.rowAt(row) as NamedMigration;
  return {
    rows: until,
    byStatus: Array.from(byStatus, ([code, { count, lastDay, oldest }]) => {
      const status = statuses.dictionary.textAt(code) ?? '';
      const longest = open.longest.get(status);
      return { status, count, lastDay, oldestCreated: timeText(oldest), longestSince: timeText(longest ?? Number.NaN) };
    }).sort((a, b) => b.count - a.count),
    byProvider: countByProvider(byCompany, view.column('provider')),
    problems: { rows: problems.rows().map(migrationAt), lastDay: problemsOfDay },
    stuck: {
      count: open.stuck.length,
      rows: open.stuck.slice(0, mostListed).map(({ row, at }) => ({
        migration: migrationAt(row),
        since: new Date(at).toISOString(),
      })),
    },
  };
}

/** What is in a status that it should leave: who is in it for the longest, and who for too long, as seen. */
function findOpen({ table }: TableView, ask: OverviewQuestion) {
  const { codes, dictionary } = table.column('status');
  const longest = new Map<string, number>();
  const stuck: { row: number; at: number }[] = [];
  for (const { migrationId, status, since: at } of ask.since(openStatuses)) {
    const row = table.find(migrationId);
    // What was seen last may not be what is so now: only a row that still says it counts.
    if (row === -1 || dictionary.textAt(codes.values[row] ?? 0) !== status) continue;
    longest.set(status, Math.min(longest.get(status) ?? Number.POSITIVE_INFINITY, at));
    if (at < ask.now - (ask.stuckAfter[status] ?? Number.POSITIVE_INFINITY)) stuck.push({ row, at });
  }
  return { longest, stuck: stuck.sort((a, b) => a.at - b.at) };
}
