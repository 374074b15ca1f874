import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import type { EventStore } from './event-store.ts';
import { rowsPerOrganization } from './list-rows.ts';
import { matchesOf, type MigrationFilter } from './migration-filter.ts';
import type { Dialect, Row } from './base/program.ts';

/** Small enough to scan a block for each page, and large enough to sum all blocks for each request. */
const rowsPerBlock = 1_024;
const blockOf = (position: number): number => Math.floor((position - 1) / rowsPerBlock);

interface MatchCounts {
  readonly epoch: string;
  /** Position of the last event that the counts include. */
  readonly head: number;
  readonly fieldChanges: number;
  /** For each status, the number of matches in each block. */
  readonly counts: ReadonlyMap<string, number[]>;
}

/** Above this number of new events, counting all rows takes less time. */
const maxEvents = 1_000;
/** Above this number of changed blocks, counting all rows takes less time. */
const maxChangedBlocks = 16;
/** Counts of whole organizations take longest, so the others never displace them. */
const maxCached = { organizations: 1_000, owners: 250 };

const statusesSql = migrationStatuses.map((status) => `SELECT '${status}' AS name`).join(' UNION ALL ');

/** Counts each block's rows by status. With GROUP BY, SQLite reads all rows, which takes 9 times as long. */
export const countBlocksSql = ({ between }: Dialect): string => `
  WITH RECURSIVE blocks (block) AS (
    SELECT 0 UNION ALL SELECT block + 1 FROM blocks
    WHERE (block + 1) * ${rowsPerBlock} < (SELECT migrations FROM organizations WHERE number = $1)
  )
  SELECT epoch, head, name AS status, block, (
    SELECT count(*) FROM migrations
    WHERE ${between('migrations', '$1', `(block * ${rowsPerBlock})`, `((block + 1) * ${rowsPerBlock})`)} AND status = name
  ) AS count
  FROM (${statusesSql}) AS statuses CROSS JOIN blocks LEFT JOIN event_heads ON organization = $1
  ORDER BY block`;

/** Counts matches by status and block. Reads an index range per status. */
export const countMatches = (dialect: Dialect, filter: MigrationFilter) => {
  const statuses = [...new Set(filter.statuses ?? migrationStatuses)];
  const { places, values } = matchesOf(dialect, { ...filter, statuses });
  const counts = places.map(
    (place, index) => `
    SELECT CAST($${index + 4} AS text) AS status, (place % ${rowsPerOrganization} - 1) / ${rowsPerBlock} AS block, count(*) AS count
    FROM (${place}) AS matches GROUP BY block`,
  );
  const text = `
  SELECT epoch, head, field_changes, status, block, count
  FROM organizations LEFT JOIN event_heads ON organization = number
  LEFT JOIN (${counts.join(' UNION ALL ')}) AS counted ON true WHERE number = $1`;
  return { text, values };
};

/** Positions after `low` up to `high`. */
interface Range {
  readonly low: number;
  readonly high: number;
}

interface MatchCountsOptions {
  readonly events: Pick<EventStore, 'readAfter'>;
  /** Counts the matches of all blocks, or those in a range. */
  readonly countRows: (organization: number, filter: MigrationFilter, range?: Range) => Promise<readonly Row[]>;
  readonly positionsOf: (organization: number, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** Whether the filter names a company or an end user. */
export const hasOwner = ({ companyId, userId }: MigrationFilter): boolean =>
  companyId !== undefined || userId !== undefined;

/** Counts each filter's matches once, then again in the blocks in which a migration changed. */
export const createMatchCounts = ({ events, countRows, positionsOf }: MatchCountsOptions) => {
  type Cache = Map<string, Promise<MatchCounts>>;
  const caches = { organizations: new Map() as Cache, owners: new Map() as Cache };

  const addCounts = (counts: MatchCounts['counts'], rows: readonly Row[]): void => {
    for (const { status, block, count } of rows)
      if (status !== null) (counts.get(String(status)) ?? [])[Number(block)] = Number(count);
  };
  const countAll = async (organization: number, owner: MigrationFilter): Promise<MatchCounts> => {
    const rows = await countRows(organization, owner);
    const counts = new Map<string, number[]>(migrationStatuses.map((status) => [status, []]));
    addCounts(counts, rows);
    const [{ epoch, head, field_changes: fieldChanges } = {} as Row] = rows;
    return { epoch: String(epoch), head: Number(head ?? 0), fieldChanges: Number(fieldChanges ?? 0), counts };
  };
  const update = async (
    organization: number,
    owner: MigrationFilter,
    last: MatchCounts | undefined,
  ): Promise<MatchCounts> => {
    const read = await events.readAfter(organization, last?.head ?? rowsPerOrganization - 1, maxEvents);
    const isContinued =
      last?.epoch === read.epoch &&
      (!hasOwner(owner) || last.fieldChanges === read.fieldChanges) &&
      read.first <= last.head + 1 &&
      read.events.length < maxEvents;
    if (!isContinued) return countAll(organization, owner);
    const ids = new Set(read.events.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
    if (ids.size === 0) return last;
    const positions = await positionsOf(organization, [...ids]);
    const blocks = new Set([...positions.values()].map(blockOf));
    // A new seeding has replaced the rows since the events were read.
    if (positions.size < ids.size || blocks.size > maxChangedBlocks) return countAll(organization, owner);
    for (const block of blocks) {
      const range = { low: block * rowsPerBlock, high: (block + 1) * rowsPerBlock };
      const rows = await countRows(organization, owner, range);
      for (const counts of last.counts.values()) counts[block] = 0;
      addCounts(last.counts, rows);
    }
    return { ...last, head: read.events.at(-1)?.position ?? last.head };
  };

  const countsOf = async (organization: number, owner: MigrationFilter): Promise<MatchCounts['counts']> => {
    const key = JSON.stringify([organization, owner.companyId, owner.userId]);
    const kind = hasOwner(owner) ? 'owners' : 'organizations';
    const cache = caches[kind];
    const last = cache.get(key);
    // Deletes and sets the entry again, so that the first entry is always the least recently used.
    cache.delete(key);
    const [oldest] = cache.keys();
    if (cache.size >= maxCached[kind] && oldest !== undefined) cache.delete(oldest);
    const next = (last ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then((counts) => update(organization, owner, counts));
    cache.set(key, next);
    return (await next).counts;
  };

  /**
   * Returns the total, the range of positions that contains the page's matches, how many matches to skip from its end,
   * and the statuses that occur in it.
   */
  return async (
    organization: number,
    { statuses = migrationStatuses, companyId, userId }: MigrationFilter,
    { low, high, skip, pageSize }: Range & Readonly<Record<'skip' | 'pageSize', number>>,
  ) => {
    const counts = await countsOf(organization, { companyId, userId });
    const wantedStatuses = [...new Set<MigrationStatus>(statuses)];
    const wantedCounts = wantedStatuses.map((status) => counts.get(status) ?? []);
    const inBlock = (block: number): number => {
      let sum = 0;
      for (const own of wantedCounts) sum += own[block] ?? 0;
      return sum;
    };
    const countPart = async (range: Range): Promise<number> =>
      (await countRows(organization, { statuses, companyId, userId }, range)).reduce(
        (sum, { count }) => sum + Number(count ?? 0),
        0,
      );
    const highest = Math.min(blockOf(high), Math.max(...wantedCounts.map(({ length }) => length)) - 1);
    let total = 0;
    let page = { low: 0, high: 0, skip: 0 };
    for (let block = highest; block >= blockOf(low + 1); block--) {
      const [from, to] = [Math.max(block * rowsPerBlock, low), Math.min((block + 1) * rowsPerBlock, high)];
      const isWhole = to - from === rowsPerBlock;
      const matches = isWhole ? inBlock(block) : await countPart({ low: from, high: to });
      if (total <= skip && skip < total + matches) page = { low: from, high: to, skip: skip - total };
      else if (skip < total && total < skip + pageSize) page.low = from;
      total += matches;
    }
    const isInPage = (own: readonly number[] | undefined): boolean | undefined =>
      own?.slice(blockOf(page.low + 1), blockOf(page.high) + 1).some((count) => count > 0);
    return { ...page, total, statuses: wantedStatuses.filter((_, index) => isInPage(wantedCounts[index])) };
  };
};
