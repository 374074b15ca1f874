import type { SQLInputValue } from 'node:sqlite';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { minEndCharacters, type SearchTerm, searchTerms } from '#shared/search-text/search-terms.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import { attentionSql } from './attention-conditions.ts';
import type { Replica } from './replica.ts';
import { columnFor, type FieldColumn, foldedSql, searchedColumns } from './replica-schema.ts';

export interface Sql {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

const joinSql = (parts: readonly Sql[], by: string, none: string): Sql => ({
  sql: parts.length === 0 ? none : parts.map(({ sql }) => `(${sql})`).join(by),
  params: parts.flatMap(({ params }) => params),
});

export const allOf = (parts: readonly Sql[]): Sql => joinSql(parts, ' AND ', '1');
const joinWithOr = (parts: readonly Sql[]): Sql => joinSql(parts, ' OR ', '0');
const plain = (sql: string, ...params: SQLInputValue[]): Sql => ({ sql, params });

/** Uses a subquery, because SQLite evaluates it once. */
const companyCondition = ({ sql, params }: Sql): Sql => ({
  sql: `r.companyNumber IN (SELECT number FROM companies AS c WHERE ${sql})`,
  params,
});

const filterCondition = ({ sql, isCompanyColumn }: FieldColumn, values: readonly string[]): Sql => {
  const parts = [plain(`${sql} IN (SELECT value FROM json_each(?))`, JSON.stringify(values))];
  if (values.includes('')) parts.push(plain(`${sql} IS NULL`));
  if (!isCompanyColumn) return joinWithOr(parts);
  const hasNoCompany = values.includes('') ? [plain('r.companyNumber IS NULL')] : [];
  return joinWithOr([...parts.map(companyCondition), ...hasNoCompany]);
};

const filterConditions = (resource: Resource, filters: LoadedQuery['filters']): Sql[] =>
  Object.entries(filters).flatMap(([name, values]) => {
    if (values.length === 0) return [];
    const column = columnFor(resource, 'filter', name);
    return [column ? filterCondition(column, values) : plain('0')];
  });

const timeConditions = (resource: Resource, { createdFrom, createdTo, changedFrom }: LoadedQuery): Sql[] => [
  ...(changedFrom === null || resource !== 'migrations' ? [] : [plain('r.changedAt >= ?', Date.parse(changedFrom))]),
  ...(createdFrom === null ? [] : [plain('r.createdAt >= ?', Date.parse(createdFrom))]),
  ...(createdTo === null ? [] : [plain('+r.createdAt < ?', Date.parse(createdTo))]),
];

/** LIKE ignores ASCII case. The search term of an ID contains no `%` or `_`, so it isn't escaped. */
const idCondition = (column: string, { id }: SearchTerm): Sql => {
  if (id === null) return plain('0');
  const { head, tail } = id;
  const parts = [plain(`${column} LIKE ? AND ${column} LIKE ?`, `${head}%`, `%${tail}`)];
  const digits = head.replaceAll('-', '');
  if (tail === '' && head.length >= minEndCharacters) {
    const lastGroup = 12;
    const bare = digits.length > lastGroup ? `replace(${column}, '-', '')` : column;
    parts.push(plain(`${bare} LIKE ?`, `%${digits}`));
  }
  return joinWithOr(parts);
};

const uuidPattern = `'________-____-____-____-____________'`;

/** @param hasUnusualIds whether the column contains IDs that aren't UUIDs, which are searched like names */
const termCondition = (column: FieldColumn, term: SearchTerm, hasUnusualIds: boolean): Sql => {
  const contains = plain(`instr(${foldedSql(column)}, ?) > 0`, term.text);
  if (column.kind !== 'id') return contains;
  const endsCondition = idCondition(column.sql, term);
  if (!hasUnusualIds) return endsCondition;
  const isUuid = `${column.sql} LIKE ${uuidPattern}`;
  return joinWithOr([allOf([plain(isUuid), endsCondition]), allOf([plain(`NOT ${isUuid}`), contains])]);
};

const searchConditions = (resource: Resource, search: string, hasUnusualIds: boolean): Sql[] =>
  searchTerms(search).map((term) => {
    const columns = searchedColumns(resource);
    const conditionsOf = (isOfCompany: boolean) =>
      columns
        .filter((column) => column.isCompanyColumn === isOfCompany)
        .map((column) => termCondition(column, term, hasUnusualIds));
    const ownConditions = conditionsOf(false);
    const companies = conditionsOf(true);
    return joinWithOr(
      companies.length === 0 ? ownConditions : [...ownConditions, companyCondition(joinWithOr(companies))],
    );
  });

const attentionConditions = (resource: Resource, wanted: LoadedQuery['attention'], terms: AttentionTerms): Sql[] => {
  if (wanted.length === 0) return [];
  return [plain(resource === 'migrations' ? attentionSql(wanted, terms) : '0')];
};

export const rowConditions = (
  replica: Pick<Replica, 'hasUnusualIds'>,
  resource: Resource,
  query: LoadedQuery,
  terms: AttentionTerms,
): readonly Sql[] => [
  ...timeConditions(resource, query),
  ...filterConditions(resource, query.filters),
  ...attentionConditions(resource, query.attention, terms),
  ...searchConditions(resource, query.search, replica.hasUnusualIds()),
];
