import type { ListedRow } from '../console-contract/listing.ts';

export type ReadRow<Row> =
  { readonly ok: true; readonly value: Row } | { readonly ok: false; readonly problem: string };

interface ReadListing<Row> {
  readonly rows: ListedRow<Row>[];
  /** null when the service did not say it. */
  readonly total: number | null;
  readonly hasNext: boolean;
}

/** Names under which services put the rows; the first is the documented one. */
const envelopes = ['results', 'data', 'items', 'migrations', 'companies'];
const longestJson = 10_000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Reads a list reply, whatever envelope it has; a row that does not fit is kept as malformed, so that the others stay.
 * @returns null when the reply holds no list at all
 */
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
      : { kind: 'malformed', index, problem: row.problem, json: (JSON.stringify(item) ?? '').slice(0, longestJson) };
  });
  const descriptor = isObject(json) && isObject(json['page']) ? json['page'] : {};
  const total = readCount(descriptor['total']);
  const size = readCount(descriptor['size']) || wanted.pageSize;
  const hasNext = total === null ? items.length >= size && items.length > 0 : wanted.page * size < total;
  return { rows, total, hasNext };
}

function findItems(json: unknown): unknown[] | null {
  if (Array.isArray(json)) return json;
  if (!isObject(json)) return null;
  for (const name of envelopes) if (Array.isArray(json[name])) return json[name];
  return null;
}

const readCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
