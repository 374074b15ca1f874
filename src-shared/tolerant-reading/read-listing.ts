import type { ListedRow } from '../console-contract/listing.ts';
import { asRecord } from './read-json.ts';

export type ReadRow<Row> =
  | { readonly ok: true; readonly value: Row }
  | { readonly ok: false; readonly problem: string };

interface ReadListing<Row> {
  readonly rows: ListedRow<Row>[];
  readonly pageSize: number;
  readonly total: number | null;
  readonly hasNext: boolean;
}

const listNames = ['results', 'data', 'items', 'migrations', 'companies'];
const maxJsonLength = 10_000;

/** Parses a list in any envelope. Reports invalid rows as malformed and returns the others. Null without a list. */
export function readListing<Row>(
  json: unknown,
  wanted: { readonly page: number; readonly pageSize: number },
  readRow: (row: unknown) => ReadRow<Row>,
): ReadListing<Row> | null {
  const items = findItems(json);
  if (items === null) return null;
  const rows = items.map((item, index): ListedRow<Row> => {
    const row = readRow(item);
    return row.ok
      ? { kind: 'row', value: row.value }
      : { kind: 'malformed', index, problem: row.problem, json: (JSON.stringify(item) ?? '').slice(0, maxJsonLength) };
  });
  const descriptor = asRecord(asRecord(json)?.['page']);
  const [size, total] = [readCount(descriptor?.['size']), readCount(descriptor?.['total'])];
  return { rows, ...readCounts(wanted, items.length, size, total) };
}

const rowsBefore = (page: number, size: number): number => (page - 1) * size;

const isConsistentPage = (page: number, size: number, count: number, total: number | null): boolean =>
  total === null ? count <= size : count === Math.min(Math.max(total - rowsBefore(page, size), 0), size);

/** Whether the total is less than the rows up to this page, as with example data or a constant total. */
export const isTotalBelow = (page: number, size: number, count: number, total: number): boolean =>
  count > 0 && rowsBefore(page, size) + count > total;

/** If this is the last page, returns the page size that the service silently used before. Returns 0 if no size fits. */
function sizeOfLast(page: number, count: number, total: number | null): number {
  if (total === null || page === 1 || count === 0) return 0;
  const size = (total - count) / (page - 1);
  return Number.isInteger(size) && size >= count ? size : 0;
}

function readCounts(
  { page, pageSize: request }: { readonly page: number; readonly pageSize: number },
  count: number,
  size: number | null,
  reported: number | null,
): Pick<ReadListing<unknown>, 'pageSize' | 'total' | 'hasNext'> {
  // Uses the number of rows if the size is missing or smaller. A page may be shorter if a row was deleted.
  const minSizeFromRows = size === null || count > size ? count : 0;
  const sizes = [size ?? 0, request, sizeOfLast(page, count, reported), minSizeFromRows].filter((one) => one > 0);
  const isPossibleTotal = (one: number) =>
    one >= count && (reported === null || !isTotalBelow(page, one, count, reported));
  const pageSize =
    sizes.find((one) => isConsistentPage(page, one, count, reported)) ??
    [size ?? 0, request].find((one) => one > 0 && isPossibleTotal(one)) ??
    Math.max(request, count);
  const total = reported === null || isTotalBelow(page, pageSize, count, reported) ? null : reported;
  // If a later page contradicts the total, the service probably returns the same rows for every page, so reading stops.
  const canReadNextPage = reported === null || page === 1;
  const hasNext = total === null ? canReadNextPage && count > 0 && count >= pageSize : page * pageSize < total;
  return { pageSize, total, hasNext };
}

function findItems(json: unknown): unknown[] | null {
  if (Array.isArray(json)) return json;
  return listNames.map((name) => asRecord(json)?.[name]).find(Array.isArray) ?? null;
}

/** Returns an integer that isn't negative, or null. */
export const readCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
