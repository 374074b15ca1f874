import { migrationStatuses } from '#shared/migration-api/migration.ts';
import { pageSizeLimits } from '#shared/migration-api/list-page.ts';
import { type Cursor, createCursor } from './exact-cursor.ts';

/** Rows of one page that are read at most; a page that has more is read tolerantly. */
const mostRows = pageSizeLimits.max;

/** One page of migrations as the contract has it, every field taken apart. Valid until the next page is read. */
export interface ExactPage {
  readonly rows: number;
  readonly total: number;
  /** The page's text as bytes. */
  readonly bytes: Uint8Array;
  /** UUIDs in 16 bytes each, by row. */
  readonly ids: Uint8Array;
  /** ms since 1970. */
  readonly created: Float64Array;
  /** Places in `migrationStatuses`. */
  readonly statuses: Uint8Array;
  /** Where each user begins and ends in `bytes`: two numbers for each row. */
  readonly users: Uint32Array;
  /** As `ids`; `hasCompany` 0: none. */
  readonly companies: Uint8Array;
  readonly hasCompany: Uint8Array;
}

type Values = Omit<ExactPage, 'rows' | 'total' | 'bytes'>;
type ReadField = (cursor: Cursor, values: Values, row: number) => boolean;

const statusWords = migrationStatuses.map((status) => Buffer.from(`"${status}"`));
const migrationWord = Buffer.from('"migration"');
const nullWord = Buffer.from('null');

const fields: readonly { readonly key: Uint8Array; readonly read: ReadField }[] = [
  { key: Buffer.from('"object":'), read: (cursor) => cursor.take(migrationWord) },
  { key: Buffer.from('"id":'), read: (cursor, { ids }, row) => cursor.takeUuid(ids, row * 16) },
  { key: Buffer.from('"created":'), read: (cursor, { created }, row) => cursor.takeTime(created, row) },
  {
    key: Buffer.from('"status":'),
    read: (cursor, { statuses }, row) => {
      for (let place = 0; place < statusWords.length; place += 1) {
        if (!cursor.take(statusWords[place] as Uint8Array)) continue;
        statuses[row] = place;
        return true;
      }
      return false;
    },
  },
  { key: Buffer.from('"created_by_user_id":'), read: (cursor, { users }, row) => cursor.takeText(users, row * 2) },
  {
    key: Buffer.from('"company_id":'),
    read: (cursor, { companies, hasCompany }, row) => {
      hasCompany[row] = cursor.take(nullWord) ? 0 : 1;
      return hasCompany[row] === 0 || cursor.takeUuid(companies, row * 16);
    },
  },
];
const allFields = (1 << fields.length) - 1;
const start = Buffer.from('{"results":[');
const [opening, closing, comma] = ['{', '}', ','].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer];
const endOfRows = Buffer.from('],"page":{"size":');
const beforeTotal = Buffer.from(',"total":');
const end = Buffer.from('}}');

/**
 * Reads pages that are, to the letter, what the contract says and Ferry Service sends; such a page has no departure from
 * it. That takes a fifth of the time of reading and comparing any JSON. null: read it tolerantly.
 */
export function createExactReader(): (text: string) => ExactPage | null {
  const cursor = createCursor();
  const values: Values = {
    ids: new Uint8Array(mostRows * 16),
    created: new Float64Array(mostRows),
    statuses: new Uint8Array(mostRows),
    users: new Uint32Array(mostRows * 2),
    companies: new Uint8Array(mostRows * 16),
    hasCompany: new Uint8Array(mostRows),
  };
  /** The fields in the order of the row before. */
  const order = fields.map((_, field) => field);

  /** The field whose name comes next, or -1; tried first: the one that stood here in the row before. */
  const takeKey = (place: number): number => {
    const likely = order[place] ?? 0;
    if (cursor.take((fields[likely] as (typeof fields)[number]).key)) return likely;
    const found = fields.findIndex(({ key }) => cursor.take(key));
    if (found !== -1) order[place] = found;
    return found;
  };
  const takeRow = (row: number): boolean => {
    if (!cursor.take(opening)) return false;
    let seen = 0;
    for (let place = 0; place < fields.length; place += 1) {
      if (place > 0 && !cursor.take(comma)) return false;
      const field = takeKey(place);
      if (field === -1 || !(fields[field] as (typeof fields)[number]).read(cursor, values, row)) return false;
      seen |= 1 << field;
    }
    return seen === allFields && cursor.take(closing);
  };

  return (text) => {
    cursor.begin(text);
    if (!cursor.take(start)) return null;
    let rows = 0;
    while (!cursor.take(endOfRows)) {
      if (rows === mostRows || (rows > 0 && !cursor.take(comma)) || !takeRow(rows)) return null;
      rows += 1;
    }
    const size = cursor.takeCount();
    if (size < pageSizeLimits.min || size > pageSizeLimits.max || !cursor.take(beforeTotal)) return null;
    const total = cursor.takeCount();
    if (total < 0 || !cursor.take(end) || !cursor.isAtEnd()) return null;
    return { ...values, rows, total, bytes: cursor.bytes() };
  };
}
