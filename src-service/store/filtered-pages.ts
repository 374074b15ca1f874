import type { EventStore } from './event-store.ts';
import { rowsPerOrganization } from './list-rows.ts';
import { createdBeforeSql, matchesOf, type MigrationFilter } from './migration-filter.ts';
import { type Dialect, first, type Programs, run } from './base/program.ts';
import { createStatusTotals } from './status-totals.ts';
import type { PageRequest, StoredPage } from './store.ts';

/** Later than every `created` value. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/** Pages of the migrations that match a filter, for either store. */
export const createFilteredPages = (
  { longRead, read }: Programs,
  dialect: Dialect,
  events: Pick<EventStore, 'readAfter'>,
) => {
  const byStatus = `
    SELECT event_heads.epoch, event_heads.head, status, count
    FROM (SELECT status, count(*) AS count FROM migrations WHERE ${dialect.of('migrations')} GROUP BY status) AS counted
    LEFT JOIN event_heads ON event_heads.organization = $1`;
  const totals = createStatusTotals(events, (organization) => longRead(() => run(byStatus, organization)));

  const createdBefore = { name: 'migrations created before', text: createdBeforeSql(dialect) };
  const placeBefore = async (organization: number, time: string): Promise<number> =>
    Number((await read(() => first(createdBefore, organization, time)))?.['position'] ?? 0);

  return async (
    organization: number,
    { page, pageSize }: PageRequest,
    filter: MigrationFilter,
  ): Promise<StoredPage> => {
    const { statuses, companyId, userId, createdAfter, createdBefore: before } = filter;
    const low = createdAfter === undefined ? 0 : await placeBefore(organization, createdAfter);
    const high = before === undefined ? undefined : await placeBefore(organization, before);
    const { shape, places, values } = matchesOf(dialect, filter);
    const range = [organization, low + 1, high ?? rowsPerOrganization - 1, ...values];
    const skip = Math.min((page - 1) * pageSize, rowsPerOrganization);
    const limit = values.length + 4;
    // Each status has its own limit, because PostgreSQL may otherwise sort all matches.
    const newest = places.map((place) => `SELECT * FROM (${place} ORDER BY place DESC LIMIT $${limit + 2}) AS newest`);
    const orderedSql = `SELECT place FROM (${newest.join(' UNION ALL ')}) AS matches ORDER BY place DESC LIMIT $${limit} OFFSET $${limit + 1}`;
    const from = `(${orderedSql}) AS page JOIN migrations ON ${dialect.of('migrations')} AND ${dialect.place('migrations')} = place`;
    const pageSql = { name: `filtered page ${shape}`, text: dialect.joined(from, 'place') };
    const found = await read(() => first(pageSql, ...range, pageSize, skip, skip + pageSize));
    const count = async (): Promise<number> => {
      if (companyId === undefined && userId === undefined) {
        if (statuses === undefined) return Math.max((high ?? (await placeBefore(organization, endOfTime))) - low, 0);
        if (low === 0 && high === undefined) return totals(organization, statuses);
      }
      const text = `SELECT count(*) AS total FROM (${places.join(' UNION ALL ')}) AS matches`;
      const countRow = await read(() => first({ name: `filtered total ${shape}`, text }, ...range));
      return Number(countRow?.['total']);
    };
    return { rows: (found?.['rows'] as string | null | undefined) ?? '', total: await count() };
  };
};
