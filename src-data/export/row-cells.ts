import { isAscii as areBytesAscii } from 'node:buffer';
import type { TableView } from '../query/table-view.ts';
import type { IdPool } from '../rows/id-pool.ts';
import { tableFields } from '../rows/row-table.ts';
import type { TextPool } from '../rows/text-pool.ts';
import type { ExportField } from './export-fields.ts';
import type { RowFormat } from './format-rows.ts';
import type { PieceBuffer } from './piece-buffer.ts';

const beyondAscii = /[^\0-\u007f]/;
const areAscii = (texts: Iterable<string>): boolean => {
  for (const text of texts) if (beyondAscii.test(text)) return false;
  return true;
};

const isAsciiPool = (pool: TextPool): boolean => areBytesAscii(pool.bytes().subarray(0, pool.startOf(pool.size())));

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

/** Puts the cell of a row into a piece. */
type PutCell = (row: number) => void;

const firstTime = Date.parse('0000-01-01T00:00:00.000Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');
/** Cells of texts that many rows share are made once. */
const mostRemembered = 10_000;

/** Writes the cells of a table from its columns: as row objects they would take ten times as long. */
export function createCells(view: TableView, format: RowFormat, piece: PieceBuffer): (field: string) => PutCell {
  const { table, resource } = view;
  const plain = Uint8Array.from({ length: 256 }, (_, letter) => (format.isPlain(letter) ? 1 : 0));
  const beginning = Uint8Array.from({ length: 256 }, (_, letter) => (format.mayBegin(letter) ? 1 : 0));
  const quote = Buffer.from(format.quote);
  const none = Buffer.from(format.none);
  const putAll = (bytes: Uint8Array) => piece.putBytes(bytes, 0, bytes.length);
  const cellOf = (text: string | null): string => (text === null || text === '' ? format.none : format.cell(text));

  const ofIds =
    (pool: IdPool, codeOf: (row: number) => number): PutCell =>
    (row) => {
      const code = codeOf(row);
      if (!pool.isUuid(code)) return piece.putText(cellOf(pool.textAt(code)));
      putAll(quote);
      piece.putUuid(pool.packed(), code * 16);
      return putAll(quote);
    };
  const ofTimes: PutCell = (row) => {
    const at = table.created()[row] ?? Number.NaN;
    // Years before 0 and beyond 9999 begin with a sign, which makes a formula of them.
    if (!(at >= firstTime && at <= lastTime)) return piece.putText(cellOf(table.timeAt(row)));
    putAll(quote);
    piece.putTime(at);
    return putAll(quote);
  };
  const ofTexts =
    (pool: TextPool, codes: () => Uint32Array): PutCell =>
    (row) => {
      const code = codes()[row] ?? 0;
      if (code === 0) return putAll(none);
      const bytes = pool.bytes();
      const start = pool.startOf(code);
      if (beginning[bytes[start] ?? 0] !== 1) return piece.putText(cellOf(pool.textAt(code)));
      const before = piece.length();
      putAll(quote);
      if (piece.putPlain(bytes, start, pool.startOf(code + 1), plain)) return putAll(quote);
      piece.cutTo(before);
      return piece.putText(cellOf(pool.textAt(code)));
    };
  const remembered = (codes: () => Uint32Array, textAt: (code: number) => string | null): PutCell => {
    const cells = new Map<number, Uint8Array>();
    return (row) => {
      const code = codes()[row] ?? 0;
      const held = cells.get(code);
      if (held) return putAll(held);
      const cell = Buffer.from(cellOf(textAt(code)));
      if (cells.size < mostRemembered) cells.set(code, cell);
      return putAll(cell);
    };
  };

  return (field) => {
    if (field === 'id') return ofIds(table.ids, (row) => row);
    if (field === 'created') return ofTimes;
    const kinds: Readonly<Record<string, 'texts' | 'ids'>> = tableFields[resource];
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : null;
    if (kind === 'ids') {
      const { dictionary, codes } = table.column(field);
      return ofIds(dictionary as IdPool, (row) => codes.values[row] ?? 0);
    }
    if (kind === 'texts') {
      const { dictionary, codes } = table.column(field);
      return ofTexts(dictionary as TextPool, () => codes.values);
    }
    const texts = view.column(field);
    return texts ? remembered(texts.codes, texts.textAt) : () => putAll(none);
  };
}
