import type { EventStore } from './event-store.ts';
import { rowsPerOrganization } from './list-rows.ts';
import { createdBeforeSql, matchesOf, type MigrationFilter } from './migration-filter.ts';
import { type Dialect, first, prepared, type Programs, run } from './base/program.ts';
import { countBlocksSql, countMatches, createMatchCounts, hasOwner } from './match-counts.ts';
import type { PageRequest, StoredPage } from './list-store.ts';

/** Later than every `created` value. */
const endOfTime = '9999-12-31T23:59:59.999Z';

type PageRange = Readonly<Record<'low' | 'high' | 'skip', number>> & Pick<MigrationFilter, 'statuses'>;

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
  const locate = createMatchCounts({
    events,
    countRows: (organization, filter, range) => {
      const { low, high } = range ?? { low: 0, high: rowsPerOrganization - 1 };
      if (range === undefined && !hasOwner(filter)) return longRead(() => run(byBlock, [organization]));
      const { text, values } = countMatches(dialect, filter);
      return read(() => run(prepared(text), [organization, low + 1, high, ...values]));
    },
    positionsOf: async (organization, ids) => {
      const idsJson = JSON.stringify(ids.map((id) => ({ id })));
      const rows = await read(() => run(byId, [organization, idsJson]));
      return new Map(rows.map((row) => [String(row['id']), Number(row['position'])]));
    },
  });

  /** Returns a page of the matching migrations. The total counts all matches. */
  return async (
    organization: number,
    { page, pageSize }: PageRequest,
    filter: MigrationFilter,
  ): Promise<StoredPage> => {
    const { statuses, createdAfter, createdBefore: before } = filter;
    const low = createdAfter === undefined ? 0 : await placeBefore(organization, createdAfter);
    const skip = Math.min((page - 1) * pageSize, rowsPerOrganization);
    const findPage = async () => {
      if (statuses === undefined && !hasOwner(filter)) {
        // Positions have no gaps.
        const last = await placeBefore(organization, before ?? endOfTime);
        return { statuses, low, high: Math.max(last - skip, 0), skip: 0, total: Math.max(last - low, 0) };
      }
      const high = before === undefined ? rowsPerOrganization - 1 : await placeBefore(organization, before);
      return locate(organization, filter, { low, high, skip, pageSize });
    };
    const found = await findPage();
    const readPage = async ({ statuses: own, low: from, high, skip: ownSkip }: PageRange) => {
      const { places, values } = matchesOf(dialect, { ...filter, statuses: own });
      if (places.length === 0) return undefined;
      const limit = values.length + 4;
      const orderedSql = `SELECT place FROM (${places.join(' UNION ALL ')}) AS matches ORDER BY place DESC LIMIT $${limit} OFFSET $${limit + 1}`;
      const pageRows = `(${orderedSql}) AS page JOIN migrations ON ${dialect.of('migrations')} AND ${dialect.place('migrations')} = place`;
      const pageSql = prepared(dialect.joined(pageRows, 'place', 'count(*) AS count, '));
      return read(() => first(pageSql, [organization, from + 1, high, ...values, pageSize, ownSkip]));
    };
    let pageRow = await readPage(found);
    // A match has left the page's blocks since they were counted.
    if (Number(pageRow?.['count'] ?? 0) < Math.min(pageSize, found.total - skip))
      pageRow = await readPage({ ...found, statuses, low });
    return { rows: (pageRow?.['rows'] as string | null | undefined) ?? '', total: found.total };
  };
};
