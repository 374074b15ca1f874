import { isAscii as areBytesAscii } from 'node:buffer';
import type { TableView } from '../query/table-view.ts';
import type { IdPool } from '../rows/id-pool.ts';
import { tableFields } from '../rows/row-table.ts';
import type { TextPool } from '../rows/text-pool.ts';
import type { ExportField } from './export-fields.ts';
import type { RowFormat } from './format-rows.ts';
import { type PieceBuffer, putBytes, putPlain, putText, putTime, putUuid } from './piece-buffer.ts';

const beyondAscii = /[^\0-\u007f]/;
const areAscii = (texts: Iterable<string>): boolean => {
  for (const text of texts) if (beyondAscii.test(text)) return false;
  return true;
};

const isAsciiPool = (pool: TextPool): boolean => areBytesAscii(pool.bytes().subarray(0, pool.ends()[pool.size() - 1]));

/** Whether no letter beyond ASCII can be among the texts of these fields of a table. */
export function isAscii(view: TableView, fields: readonly ExportField[]): boolean {
  const { table, resource } = view;
  const kinds: Readonly<Record<string, 'texts' | 'ids'>> = tableFields[resource];
  return fields.every(({ field }) => {
    if (field === 'id') return areAscii(table.ids.oddTexts());
    if (field === 'created') return areAscii(table.oddTimes());
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : null;
    if (kind === 'ids') return areAscii((table.column(field).dictionary as IdPool).oddTexts());
    if (kind === 'texts') return isAsciiPool(table.column(field).dictionary as TextPool);
    const texts = view.column(field);
    return areAscii(Array.from({ length: texts?.size() ?? 0 }, (_, code) => texts?.textAt(code) ?? ''));
  });
}

/** Puts the cell of a row into a piece, and what stands before it. */
type PutCell = (row: number) => void;

const firstTime = Date.parse('0000-01-01T00:00:00.000Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');
/** Cells of the first texts of a column that many rows share are made once. */
const mostRemembered = 10_000;

/**
 * Writes the cells of a table from its columns: as row objects they would take ten times as long. A column's cells are
 * those of the rows that the table has when `begin` is called: its arrays are named once then, not at each cell.
 */
export function createCells(view: TableView, format: RowFormat, piece: PieceBuffer) {
  const { table, resource } = view;
  const plain = Uint8Array.from({ length: 256 }, (_, letter) => (format.isPlain(letter) ? 1 : 0));
  const beginning = Uint8Array.from({ length: 256 }, (_, letter) => (format.mayBegin(letter) ? 1 : 0));
  const closing = Buffer.from(format.quote);
  const cellOf = (text: string | null): string => (text === null || text === '' ? format.none : format.cell(text));

  return (field: string, before: string): { readonly begin: () => PutCell } => {
    const opening = Buffer.from(before + format.quote);
    const none = Buffer.from(before + format.none);
    const putOther = (text: string | null) => putText(piece, before + cellOf(text));

    const ofIds = (pool: IdPool, codes: Uint32Array | null): PutCell => {
      const packed = pool.packed();
      return (row) => {
        const code = codes === null ? row : (codes[row] as number);
        if (!pool.isUuid(code)) return putOther(pool.textAt(code));
        putBytes(piece, opening);
        putUuid(piece, packed, code * 16);
        return putBytes(piece, closing);
      };
    };
    const ofTimes =
      (times: Float64Array): PutCell =>
      (row) => {
        const at = times[row] as number;
        // Years before 0 and beyond 9999 begin with a sign, which makes a formula of them.
        if (!(at >= firstTime && at <= lastTime)) return putOther(table.timeAt(row));
        putBytes(piece, opening);
        putTime(piece, at);
        return putBytes(piece, closing);
      };
    const ofTexts = (pool: TextPool, codes: Uint32Array): PutCell => {
      const bytes = pool.bytes();
      const ends = pool.ends();
      return (row) => {
        const code = codes[row] as number;
        if (code === 0) return putBytes(piece, none);
        const start = ends[code - 1] as number;
        if (beginning[bytes[start] as number] === 0) return putOther(pool.textAt(code));
        const length = piece.length;
        putBytes(piece, opening);
        if (putPlain(piece, bytes, { start, end: ends[code] as number, plain })) return putBytes(piece, closing);
        piece.length = length;
        return putOther(pool.textAt(code));
      };
    };
    const remembered: (Uint8Array | undefined)[] = [];
    const ofShared =
      (codes: Uint32Array, textAt: (code: number) => string | null): PutCell =>
      (row) => {
        const code = codes[row] as number;
        const cell = remembered[code] ?? Buffer.from(before + cellOf(textAt(code)));
        if (code < mostRemembered) remembered[code] = cell;
        return putBytes(piece, cell);
      };

    if (field === 'id') return { begin: () => ofIds(table.ids, null) };
    if (field === 'created') return { begin: () => ofTimes(table.created()) };
    const kinds: Readonly<Record<string, 'texts' | 'ids'>> = tableFields[resource];
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : null;
    if (kind === 'ids') {
      const { dictionary, codes } = table.column(field);
      return { begin: () => ofIds(dictionary as IdPool, codes.values) };
    }
    if (kind === 'texts') {
      const { dictionary, codes } = table.column(field);
      return { begin: () => ofTexts(dictionary as TextPool, codes.values) };
    }
    const texts = view.column(field);
    return { begin: () => (texts ? ofShared(texts.codes(), texts.textAt) : () => putBytes(piece, none)) };
  };
}
