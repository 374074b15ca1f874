import { stringify } from 'csv-stringify/sync';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import type { ExportField } from './export-fields.ts';

type Row = Readonly<Record<string, unknown>>;

/** Makes the text of a file piece by piece. */
export interface RowFormat {
  readonly start: string;
  /** @param isFirst whether no row came before these */
  readonly rows: (rows: readonly Row[], isFirst: boolean) => string;
  /** @param isEmpty whether the file has no row */
  readonly end: (isEmpty: boolean) => string;
}

/** Programs for tables take a file for one of their own encoding unless it begins with this. */
const byteOrderMark = '\ufeff';

function csvFormat(fields: readonly ExportField[], isAscii: boolean): RowFormat {
  const options = {
    columns: fields.map(({ name, field }) => ({ key: field, header: name })),
    // What begins with =, +, - or @ would be computed by the program that opens the file.
    escape_formulas: true,
    record_delimiter: 'windows' as const,
  };
  const header = stringify([], { ...options, header: true });
  return {
    start: (isAscii ? '' : byteOrderMark) + header,
    rows: (rows) => stringify([...rows], options),
    end: () => '',
  };
}

const jsonOf = (fields: readonly ExportField[]) => (row: Row) =>
  JSON.stringify(Object.fromEntries(fields.map(({ name, field }) => [name, row[field] ?? null])));

/** @param isAscii whether no text of the file has a letter beyond ASCII */
export function createRowFormat(
  format: (typeof exportFormats)[number],
  fields: readonly ExportField[],
  isAscii: boolean,
): RowFormat {
  if (format === 'csv') return csvFormat(fields, isAscii);
  const json = jsonOf(fields);
  if (format === 'jsonl') {
    return { start: '', rows: (rows) => rows.map((row) => `${json(row)}\n`).join(''), end: () => '' };
  }
  return {
    start: '[',
    rows: (rows, isFirst) => rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n${json(row)}`).join(''),
    end: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  };
}
