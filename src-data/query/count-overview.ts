import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { type AttentionKind, attentionKinds } from '#shared/attention.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { type Attention, type AttentionFacts, findAttention } from './find-attention.ts';
import type { QueryColumn } from './query-column.ts';
import type { TableView } from './table-view.ts';
import { type Pace, sliceRows } from '../rows/pace.ts';

type CountedOverview = Pick<Overview, 'rows' | 'byStatus' | 'byProvider' | 'attention'>;

interface OverviewQuestion extends AttentionFacts {
  /** A row with the times of its status. */
  readonly complete: (row: number) => ListedMigration;
}

const dayMs = 24 * 60 * 60_000;
/** Of each kind. */
const mostListed = 6;

const timeText = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null);

/** Keeps the rows with the greatest keys of many without sorting all. */
function createGreatest(keyOf: (row: number) => number, most: number) {
  const keyed = (row: number): number => {
    const key = keyOf(row);
    return Number.isNaN(key) ? Number.NEGATIVE_INFINITY : key;
  };
  const greatestFirst = (a: number, b: number) => Math.sign(keyed(b) - keyed(a)) || a - b;
  let rows: number[] = [];
  /** The least key of those that were kept when there were too many. */
  let least = Number.NEGATIVE_INFINITY;
  return {
    add: (row: number) => {
      if (keyed(row) < least) return;
      rows.push(row);
      if (rows.length <= most * 50) return;
      rows = rows.sort(greatestFirst).slice(0, most);
      least = keyed(rows.at(-1) ?? row);
    },
    rows: () => rows.sort(greatestFirst).slice(0, most),
  };
}

function countByProvider(byCompany: Uint32Array, providers: QueryColumn | null) {
  const counts = new Map<string | null, number>();
  for (const [code, count] of byCompany.entries()) {
    if (count === 0) continue;
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
  // By the number of the status, and of the company.
  const counts = new Uint32Array(statuses.dictionary.size());
  const lastDay = new Uint32Array(counts.length);
  const oldest = new Float64Array(counts.length).fill(Number.POSITIVE_INFINITY);
  const companies = table.column('companyId');
  const companyCodes = companies.codes.values;
  const byCompany = new Uint32Array(companies.dictionary.size());
  const dayAgo = ask.now - dayMs;
  for (let row = 0; row < until; row += 1) {
    const status = statusCodes[row] ?? 0;
    const at = created[row] ?? Number.NaN;
    counts[status] = (counts[status] ?? 0) + 1;
    if (at >= dayAgo) lastDay[status] = (lastDay[status] ?? 0) + 1;
    if (at < (oldest[status] ?? 0)) oldest[status] = at;
    const company = companyCodes[row] ?? 0;
    byCompany[company] = (byCompany[company] ?? 0) + 1;
    if (row % sliceRows === 0) await pace();
  }
  const attention = await findAttention(view, ask, pace);
  const first = await firstOfEach(view, attention, pace);
  return {
    rows: until,
    byStatus: Array.from(counts, (count, code) => {
      const status = statuses.dictionary.textAt(code) ?? '';
      return {
        status,
        count,
        lastDay: lastDay[code] ?? 0,
        oldestCreated: timeText(oldest[code] ?? Number.NaN),
        longestSince: timeText(attention.longest.get(status) ?? Number.NaN),
      };
    })
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
    byProvider: countByProvider(byCompany, view.column('provider')),
    attention: {
      counts: attention.counts,
      handled: attention.handled,
      lines: attentionKinds.flatMap((kind) => first[kind].map((row) => ({ kind, migration: ask.complete(row) }))),
    },
  };
}

/** The first rows of each kind: of stuck ones those that are it for the longest, of others the newest. */
async function firstOfEach({ table }: TableView, { kinds, sinceOf }: Attention, pace: Pace) {
  const keys: Readonly<Record<AttentionKind, (row: number) => number>> = {
    stuck: (row) => -sinceOf(row),
    failed: (row) => table.created()[row] ?? 0,
    waiting: (row) => table.created()[row] ?? 0,
    partial: (row) => table.created()[row] ?? 0,
  };
  const found = attentionKinds.map((kind) => createGreatest(keys[kind], mostListed));
  for (let row = 0; row < kinds.length; row += 1) {
    const kind = kinds[row] ?? 0;
    if (kind > 0) found[kind - 1]?.add(row);
    if (row % sliceRows === 0) await pace();
  }
  const rowsOf = (kind: AttentionKind): number[] => found[attentionKinds.indexOf(kind)]?.rows() ?? [];
  return { stuck: rowsOf('stuck'), failed: rowsOf('failed'), waiting: rowsOf('waiting'), partial: rowsOf('partial') };
}
