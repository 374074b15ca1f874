import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { fieldList, fieldOf, fieldsOf, type Resource } from '#shared/migration-api/fields.ts';
import { foldText } from '../rows/fold-text.ts';
import { type Pace, sliceRows } from '../rows/pace.ts';
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

/** Whether any text of a row has the needle in it. */
async function finding(view: TableView, search: string, pace: Pace): Promise<Test[]> {
  const needle = foldText(search.replaceAll('\0', '').trim());
  if (needle === '') return [];
  const inIds = await view.table.ids.matches(needle, pace);
  const tests: Test[] = [(row) => inIds[row] === 1];
  for (const field of searchedFields(view.resource)) {
    const column = view.column(field);
    if (!column) continue;
    const mask = await column.matches(needle, pace);
    if (mask.includes(1)) tests.push(byMask(column.codes(), mask));
  }
  return [(row) => tests.some((test) => test(row))];
}

/** The rows that a query is about, in the order given; the same array where nothing narrows. */
export async function filterRows(
  view: TableView,
  query: LoadedQuery,
  rows: Uint32Array,
  pace: Pace,
): Promise<Uint32Array> {
  const tests = [
    ...between(view.table.created(), query),
    ...ofFilters(view, query.filters),
    ...(await finding(view, query.search, pace)),
  ];
  if (tests.length === 0) return rows;
  const matched = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (tests.every((test) => test(row))) {
      matched[count] = row;
      count += 1;
    }
    if (at % sliceRows === 0) await pace();
  }
  return matched.slice(0, count);
}
