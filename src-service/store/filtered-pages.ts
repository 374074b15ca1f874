import type { EventStore } from './event-store.ts';
import { rowsPerOrganization } from './list-rows.ts';
import { createdBeforeSql, matchesOf, type MigrationFilter } from './migration-filter.ts';
import { type Dialect, first, prepared, type Programs, run } from './base/program.ts';
import { countBlocksSql, createStatusTotals } from './status-totals.ts';
import type { PageRequest, StoredPage } from './list-store.ts';

/** Later than every `created` value. */
const endOfTime = '9999-12-31T23:59:59.999Z';

export const createFilteredPages = (
  { longRead, read }: Programs,
  dialect: Dialect,
  events: Pick<EventStore, 'readAfter'>,
) => {
  const createdBefore = prepared(createdBeforeSql(dialect));
  const placeBefore = async (organization: number, time: string): Promise<number> =>
    Number((await read(() => first(createdBefore, [organization, time])))?.['position'] ?? 0);

  const byBlock = prepared(countBlocksSql(dialect));
  const byId = prepared(`
      SELECT migrations.id AS id, ${dialect.position('migrations')} AS position
      FROM ${dialect.rowsOf('$2', { id: 'text' })} JOIN migrations ON migrations.id = v.id
      WHERE ${dialect.of('migrations')}`);
  const totals = createStatusTotals({
    events,
    countRows: (organization) => longRead(() => run(byBlock, [organization])),
    positionsOf: async (organization, ids) => {
      const idsJson = JSON.stringify(ids.map((id) => ({ id })));
      const rows = await read(() => run(byId, [organization, idsJson]));
      return new Map(rows.map((row) => [String(row['id']), Number(row['position'])]));
    },
  });

  /** Start of a page: the highest position, how many matches to skip from there, and the total if it is known. */
  const startOf = async (
    organization: number,
    { statuses, companyId, userId }: MigrationFilter,
    { low, high, skip }: { readonly low: number; readonly high: number | undefined; readonly skip: number },
  ): Promise<{ readonly high: number; readonly skip: number; readonly total?: number }> => {
    const end = rowsPerOrganization - 1;
    if (companyId !== undefined || userId !== undefined) return { high: high ?? end, skip };
    if (statuses === undefined) {
      // Positions have no gaps.
      const last = high ?? (await placeBefore(organization, endOfTime));
      return { high: Math.max(last - skip, 0), skip: 0, total: Math.max(last - low, 0) };
    }
    if (low > 0 || high !== undefined) return { high: high ?? end, skip };
    const { total, seek } = await totals(organization, statuses);
    return { total, ...(skip === 0 ? { high: end, skip } : seek(skip)) };
  };

  /** Returns a page of the matching migrations. The total counts all matches. */
  return async (
    organization: number,
    { page, pageSize }: PageRequest,
    filter: MigrationFilter,
  ): Promise<StoredPage> => {
    const { createdAfter, createdBefore: before } = filter;
    const low = createdAfter === undefined ? 0 : await placeBefore(organization, createdAfter);
    const high = before === undefined ? undefined : await placeBefore(organization, before);
    const { places, values } = matchesOf(dialect, filter);
    const skip = Math.min((page - 1) * pageSize, rowsPerOrganization);
    const start = await startOf(organization, filter, { low, high, skip });
    const rangeTo = (end: number) => [organization, low + 1, end, ...values];
    const limit = values.length + 4;
    // Each status has its own limit, because PostgreSQL may otherwise sort all matches.
    const newest = places.map((place) => `SELECT * FROM (${place} ORDER BY place DESC LIMIT $${limit + 2}) AS newest`);
    const orderedSql = `SELECT place FROM (${newest.join(' UNION ALL ')}) AS matches ORDER BY place DESC LIMIT $${limit} OFFSET $${limit + 1}`;
    const from = `(${orderedSql}) AS page JOIN migrations ON ${dialect.of('migrations')} AND ${dialect.place('migrations')} = place`;
    const pageSql = prepared(dialect.joined(from, 'place'));
    const pageRow = await read(() =>
      first(pageSql, [...rangeTo(start.high), pageSize, start.skip, start.skip + pageSize]),
    );
    const count = async (): Promise<number> => {
      const text = `SELECT count(*) AS total FROM (${places.join(' UNION ALL ')}) AS matches`;
      const countRow = await read(() => first(prepared(text), rangeTo(high ?? rowsPerOrganization - 1)));
      return Number(countRow?.['total']);
    };
    return { rows: (pageRow?.['rows'] as string | null | undefined) ?? '', total: start.total ?? (await count()) };
  };
};
