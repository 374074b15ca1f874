import { stringify } from 'csv-stringify/sync';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import type { ExportField } from './export-fields.ts';

/** How a file is put together. Its texts are ASCII, but for those of the cells. */
export interface RowFormat {
  readonly start: string;
  /** Before each row but the first. */
  readonly betweenRows: string;
  /** Before each cell, by field; and after the last one. */
  readonly beforeCells: readonly string[];
  readonly afterRow: string;
  /** @param isEmpty whether the file has no row */
  readonly end: (isEmpty: boolean) => string;
  /** A cell without a value. */
  readonly none: string;
  /** Around a cell that is written as it is. */
  readonly quote: string;
  /** Whether a text is written as it is where it has only such letters of ASCII, from its second one on and at its first. */
  readonly isPlain: (letter: number) => boolean;
  readonly mayBegin: (letter: number) => boolean;
  /** Any other text. */
  readonly cell: (text: string) => string;
}

/** Programs for tables take a file for one of their own encoding unless it begins with this. */
const byteOrderMark = '\ufeff';
const csvOptions = {
  // What begins with =, +, - or @ would be computed by the program that opens the file.
  escape_formulas: true,
  record_delimiter: 'windows' as const,
};
const isPrintable = (letter: number): boolean => letter >= 32 && letter < 127;
const among = (signs: string) => {
  const letters = new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
  return (letter: number): boolean => letters.has(letter);
};
const quotesCsv = among('",');
const beginsFormula = among('=+-@');
const escapedInJson = among('"\\');

function csvFormat(fields: readonly ExportField[], isAscii: boolean): RowFormat {
  const header = stringify([fields.map(({ name }) => name)], csvOptions);
  const isPlain = (letter: number) => isPrintable(letter) && !quotesCsv(letter);
  return {
    start: (isAscii ? '' : byteOrderMark) + header,
    betweenRows: '',
    beforeCells: fields.map((_, at) => (at === 0 ? '' : ',')),
    afterRow: '\r\n',
    end: () => '',
    none: '',
    quote: '',
    isPlain,
    mayBegin: (letter) => isPlain(letter) && !beginsFormula(letter),
    cell: (text) => stringify([[text]], { ...csvOptions, eof: false }),
  };
}

/** @param isAscii whether no text of the file has a letter beyond ASCII */
export function createRowFormat(
  format: (typeof exportFormats)[number],
  fields: readonly ExportField[],
  isAscii: boolean,
): RowFormat {
  if (format === 'csv') return csvFormat(fields, isAscii);
  const isPlain = (letter: number) => isPrintable(letter) && !escapedInJson(letter);
  const json = {
    beforeCells: fields.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    none: 'null',
    quote: '"',
    isPlain,
    mayBegin: isPlain,
    cell: (text: string) => JSON.stringify(text),
  };
  if (format === 'jsonl') return { ...json, start: '', betweenRows: '', afterRow: '}\n', end: () => '' };
  const end = (isEmpty: boolean) => (isEmpty ? ']\n' : '\n]\n');
  const beforeCells = json.beforeCells.map((text, at) => (at === 0 ? `\n${text}` : text));
  return { ...json, beforeCells, start: '[', betweenRows: ',', afterRow: '}', end };
}
