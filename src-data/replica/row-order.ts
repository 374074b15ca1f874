import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import { isStuckSql } from './attention-conditions.ts';
import { columnFor, foldedSql } from './replica-schema.ts';

const newestFirst = 'r.createdAt DESC, r.place';

export const isNewestFirst = ({ sort, attention }: LoadedQuery): boolean =>
  attention.length === 0 && (sort === null || (sort.column === 'created' && sort.direction === 'descending'));

/** The ORDER BY of a query; rows without a value come last in either direction, equal rows newest first. */
export function rowOrder(resource: Resource, { sort, attention }: LoadedQuery, terms: AttentionTerms): string {
  if (sort === null) {
    // The queue starts with what is stuck, the longest first.
    const isQueue = attention.length > 0 && resource === 'migrations';
    return isQueue ? `iif(${isStuckSql(terms)}, r.since, NULL) ASC NULLS LAST, ${newestFirst}` : newestFirst;
  }
  const direction = sort.direction === 'ascending' ? 'ASC' : 'DESC';
  if (sort.column === 'created') return `r.createdAt ${direction} NULLS LAST, r.place`;
  if (sort.column === 'id') return `r.id ${direction}`;
  const column = columnFor(resource, 'sort', sort.column);
  if (!column) return newestFirst;
  const alias = column.ofCompany ? 'c' : 'r';
  return `${foldedSql(column, alias)} ${direction} NULLS LAST, ${newestFirst}`;
}

export const ordersByCompany = (resource: Resource, { sort }: LoadedQuery): boolean =>
  sort !== null && columnFor(resource, 'sort', sort.column)?.ofCompany === true;
