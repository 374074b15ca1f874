import type { EventStore } from './event-store.ts';
import { rowsPerOrganization } from './list-rows.ts';
import {
  createdBeforeSql,
  type FilterDialect,
  matchesOf,
  type MigrationFilter,
  type NamedStatement,
  type SqlValue,
} from './migration-filter.ts';
import type { Row } from './program.ts';
import { createStatusTotals } from './status-totals.ts';
import type { PageWanted, StoredPage } from './store.ts';

interface FilteredPagesOptions {
  readonly dialect: FilterDialect;
  readonly run: (statement: NamedStatement, values: readonly SqlValue[]) => Promise<readonly Row[]>;
  /** Runs a statement that may take many seconds. @default `run` */
  readonly runLong?: FilteredPagesOptions['run'];
  readonly events: Pick<EventStore, 'readAfter'>;
}

/** Later than each `created`. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/** Pages of the migrations that match a filter, for either store. */
export const createFilteredPages = ({ dialect, run, runLong = run, events }: FilteredPagesOptions) => {
  const byStatus: NamedStatement = {
    name: 'migrations by status',
    text: `
      SELECT event_heads.epoch, event_heads.head, status, count
      FROM (SELECT status, count(*) AS count FROM migrations WHERE ${dialect.within} GROUP BY status) AS counted
      LEFT JOIN event_heads ON event_heads.organization = $1`,
  };
  const totals = createStatusTotals(events, (organization) =>
    runLong(byStatus, [organization, 0, rowsPerOrganization]),
  );

  const createdBefore: NamedStatement = {
    name: 'migrations created before',
    text: createdBeforeSql(dialect),
  };
  const placeBefore = async (organization: number, time: string): Promise<number> =>
    Number((await run(createdBefore, [organization, time]))[0]?.['position'] ?? 0);

  return async (organization: number, { page, pageSize }: PageWanted, filter: MigrationFilter): Promise<StoredPage> => {
    const { statuses, companyId, userId, createdAfter, createdBefore: before } = filter;
    const low = createdAfter === undefined ? 0 : await placeBefore(organization, createdAfter);
    const high = before === undefined ? undefined : await placeBefore(organization, before);
    const { shape, places, values } = matchesOf(dialect, filter);
    const range = [organization, low, high ?? rowsPerOrganization - 1, ...values];
    const skip = Math.min((page - 1) * pageSize, rowsPerOrganization);
    const limit = values.length + 4;
    // Each status has its own limit: without it, PostgreSQL may sort all matches.
    const newest = places.map((one) => `SELECT * FROM (${one} ORDER BY place DESC LIMIT $${limit + 2}) AS newest`);
    const ordered = `SELECT place FROM (${newest.join(' UNION ALL ')}) AS matches ORDER BY place DESC LIMIT $${limit} OFFSET $${limit + 1}`;
    const [found] = await run({ name: `filtered page ${shape}`, text: dialect.joined(ordered) }, [
      ...range,
      pageSize,
      skip,
      skip + pageSize,
    ]);
    const count = async (): Promise<number> => {
      if (companyId === undefined && userId === undefined) {
        if (statuses === undefined) return Math.max((high ?? (await placeBefore(organization, endOfTime))) - low, 0);
        if (low === 0 && high === undefined) return totals(organization, statuses);
      }
      const text = `SELECT count(*) AS total FROM (${places.join(' UNION ALL ')}) AS matches`;
      const [counted] = await run({ name: `filtered total ${shape}`, text }, range);
      return Number(counted?.['total']);
    };
    return { rows: (found?.['rows'] as string | null | undefined) ?? '', total: await count() };
  };
};
