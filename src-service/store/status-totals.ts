import { migrationStatuses, type MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { EventStore } from './event-store.ts';
import { rowsPerOrganization } from './list-rows.ts';
import type { Dialect, Row } from './base/program.ts';

/** Small enough to scan a block for each page, and large enough to sum all blocks for each request. */
const rowsPerBlock = 1_024;
const blockOf = (position: number): number => Math.floor((position - 1) / rowsPerBlock);

interface Totals {
  readonly epoch: string;
  /** Position of the last event that the counts include. */
  readonly head: number;
  /** For each status, the number of rows in each block. */
  readonly counts: ReadonlyMap<string, number[]>;
}

/** Above this number of new events, counting the rows takes less time. */
const maxEvents = 1_000;
const maxOrganizations = 1_000;

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

interface StatusTotalsOptions {
  readonly events: Pick<EventStore, 'readAfter'>;
  readonly countRows: (organization: number) => Promise<readonly Row[]>;
  readonly positionsOf: (organization: number, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** Counts once, then adds later events. Counting 1,000,000 rows takes 1,000 times as long as reading a page. */
export const createStatusTotals = ({ events, countRows, positionsOf }: StatusTotalsOptions) => {
  const totalsByOrganization = new Map<number, Promise<Totals>>();

  const count = async (organization: number): Promise<Totals> => {
    const rows = await countRows(organization);
    const counts = new Map<string, number[]>(migrationStatuses.map((status) => [status, []]));
    for (const row of rows) counts.get(String(row['status']))?.push(Number(row['count']));
    return { epoch: String(rows[0]?.['epoch']), head: Number(rows[0]?.['head'] ?? 0), counts };
  };
  const update = async (organization: number, last: Totals | undefined): Promise<Totals> => {
    const read = await events.readAfter(organization, last?.head ?? rowsPerOrganization - 1, maxEvents);
    const isContinued = last?.epoch === read.epoch && read.first <= last.head + 1 && read.events.length < maxEvents;
    if (!isContinued) return count(organization);
    const changes = read.events.map(
      ({ body }) => JSON.parse(body) as { data: { status: string; id: string }; previous_status: string | null },
    );
    const ids = new Set(changes.map(({ data }) => data.id));
    const positions = ids.size === 0 ? new Map<string, number>() : await positionsOf(organization, [...ids]);
    // A new seeding has replaced the rows since the events were read.
    if (positions.size < ids.size) return count(organization);
    for (const { data, previous_status: previous } of changes) {
      const block = blockOf(positions.get(data.id) ?? 0);
      const add = (status: string | null, number: number): void => {
        const blockCounts = last.counts.get(status ?? '');
        if (blockCounts !== undefined) blockCounts[block] = (blockCounts[block] ?? 0) + number;
      };
      add(data.status, 1);
      add(previous, -1);
    }
    return { ...last, head: read.events.at(-1)?.position ?? last.head };
  };

  return async (organization: number, statuses: readonly MigrationStatus[]) => {
    const last = totalsByOrganization.get(organization);
    // Deletes and sets the entry again, so that the first entry is always the least recently used.
    totalsByOrganization.delete(organization);
    const [oldest] = totalsByOrganization.keys();
    if (totalsByOrganization.size >= maxOrganizations && oldest !== undefined) totalsByOrganization.delete(oldest);
    const next = (last ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then((totals) => update(organization, totals));
    totalsByOrganization.set(organization, next);
    const { counts } = await next;
    const wantedCounts = [...new Set(statuses)].map((status) => counts.get(status) ?? []);
    const inBlock = (block: number): number => {
      let sum = 0;
      for (const own of wantedCounts) sum += own[block] ?? 0;
      return sum;
    };
    const blockCount = Math.max(...wantedCounts.map(({ length }) => length));
    let total = 0;
    for (let block = 0; block < blockCount; block++) total += inBlock(block);
    return {
      total,
      /** Start of the rows after the first `skip`: the highest position, and how many rows to skip from there. */
      seek: (skip: number) => {
        let skipLeft = skip;
        for (let block = blockCount - 1; block >= 0; block--) {
          const rows = inBlock(block);
          if (rows > skipLeft) return { high: (block + 1) * rowsPerBlock, skip: skipLeft };
          skipLeft -= rows;
        }
        return { high: 0, skip: 0 };
      },
    };
  };
};
