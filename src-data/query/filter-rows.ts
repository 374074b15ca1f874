import { attentionFilters } from '#shared/attention.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { fieldList, fieldOf, fieldsOf, type Resource } from '#shared/migration-api/fields.ts';
import { type SearchTerm, searchTerms } from '#shared/search-text/search-terms.ts';
import { type Pace, sliceRows } from '../rows/pace.ts';
import type { Attention } from './find-attention.ts';
import type { TableView } from './table-view.ts';

type Test = (row: number) => boolean;

const byMask =
  (codes: Uint32Array, mask: Uint8Array): Test =>
  (row) =>
    mask[codes[row] ?? 0] === 1;
const nothing: Test = () => false;

/** A test for each filter that is set. */
const ofFilters = ({ resource, column }: TableView, filters: LoadedQuery['filters']): Test[] =>
  Object.entries(filters).flatMap(([name, texts]) => {
    if (texts.length === 0) return [];
    const field = fieldOf(resource, 'filter', name);
    const values = field === null ? null : column(field);
    return [values ? byMask(values.codes(), values.allows(texts)) : nothing];
  });

const between = (created: Float64Array, { createdFrom, createdTo }: LoadedQuery): Test[] => {
  if (createdFrom === null && createdTo === null) return [];
  const from = createdFrom === null ? Number.NEGATIVE_INFINITY : Date.parse(createdFrom);
  const to = createdTo === null ? Number.POSITIVE_INFINITY : Date.parse(createdTo);
  return [(row) => (created[row] ?? Number.NaN) >= from && (created[row] ?? Number.NaN) < to];
};

/** Fields that a search looks into; ids of rows are looked into by themselves. */
const searchedFields = (resource: Resource): string[] =>
  fieldList(fieldsOf[resource]).flatMap(([name, { search }]) => (search === undefined ? [] : [name]));

/** Whether any text of a row has the word in it. */
async function having(view: TableView, term: SearchTerm, pace: Pace): Promise<Test> {
  const found = await view.table.ids.matches(term, pace);
  for (const field of searchedFields(view.resource)) {
    const column = view.column(field);
    if (!column) continue;
    const mask = await column.matches(term, pace);
    if (!mask.includes(1)) continue;
    const codes = column.codes();
    for (let row = 0; row < found.length; row += 1) {
      if (mask[codes[row] ?? 0] === 1) found[row] = 1;
      if (row % sliceRows === 0) await pace();
    }
  }
  return (row) => found[row] === 1;
}

/** A test for each word of a search. */
async function finding(view: TableView, search: string, pace: Pace): Promise<Test[]> {
  const tests: Test[] = [];
  for (const term of searchTerms(search)) tests.push(await having(view, term, pace));
  return tests;
}

/** A test for the reasons that are wanted; companies need no attention of their own. */
const needing = (wanted: LoadedQuery['attention'], attention: Attention | null): Test[] => {
  if (wanted.length === 0) return [];
  if (!attention) return [nothing];
  const { kinds } = attention;
  const isWanted = [false, ...attentionFilters.map((each) => wanted.includes(each))];
  return [(row) => isWanted[kinds[row] ?? 0] === true];
};

/** The rows that pass a test, in their order. */
async function thoseOf(rows: Uint32Array, test: Test, pace: Pace): Promise<Uint32Array> {
  const passed = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (test(row)) {
      passed[count] = row;
      count += 1;
    }
    if (at % sliceRows === 0) await pace();
  }
  return passed.slice(0, count);
}

/**
 * The rows that a query is about, in the order given; the same array where nothing narrows.
 * @param attention what of the rows needs attention; null where the query does not ask for it, or there is none
 */
export async function filterRows(
  view: TableView,
  query: LoadedQuery,
  { rows, attention }: { readonly rows: Uint32Array; readonly attention: Attention | null },
  pace: Pace,
): Promise<Uint32Array> {
  const tests = [
    ...between(view.table.created(), query),
    ...ofFilters(view, query.filters),
    ...needing(query.attention, attention),
    ...(await finding(view, query.search, pace)),
  ];
  if (tests.length === 0) return rows;
  let matched = rows;
  for (const test of tests) matched = await thoseOf(matched, test, pace);
  return matched;
}
