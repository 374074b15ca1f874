import { stringify } from 'csv-stringify/sync';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import { harmlessText } from '#shared/harmless-text.ts';
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
  record_delimiter: 'windows' as const,
  // Of two separators, some readers take both; and some drop spaces that begin a cell, or a line that has nothing else.
  quoted_match: [';', /^\s/],
};
const isPrintable = (letter: number): boolean => letter >= 32 && letter < 127;
const among = (signs: string) => {
  const letters = new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
  return (letter: number): boolean => letters.has(letter);
};
const separatesOrQuotes = among('",;');
const mayBeginFormula = among("=+-@ '");
const escapedInJson = among('"\\');
/** JSON lets these stand as they are, but they end a line for some readers. */
const lineEnds = /[\u007f-\u009f\u2028\u2029]/g;
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

function csvFormat(fields: readonly ExportField[], isAscii: boolean): RowFormat {
  const header = stringify([fields.map(({ name }) => name)], csvOptions);
  const isPlain = (letter: number) => isPrintable(letter) && !separatesOrQuotes(letter);
  return {
    start: (isAscii ? '' : byteOrderMark) + header,
    betweenRows: '',
    beforeCells: fields.map((_, at) => (at === 0 ? '' : ',')),
    afterRow: '\r\n',
    end: () => '',
    // A line without a letter is no row for some readers.
    none: fields.length === 1 ? '""' : '',
    quote: '',
    isPlain,
    mayBegin: (letter) => isPlain(letter) && !mayBeginFormula(letter),
    cell: (text) => stringify([[harmlessText(text)]], { ...csvOptions, eof: false }),
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
    cell: (text: string) => JSON.stringify(text).replaceAll(lineEnds, escaped),
  };
  if (format === 'jsonl') return { ...json, start: '', betweenRows: '', afterRow: '}\n', end: () => '' };
  const end = (isEmpty: boolean) => (isEmpty ? ']\n' : '\n]\n');
  const beforeCells = json.beforeCells.map((text, at) => (at === 0 ? `\n${text}` : text));
  return { ...json, beforeCells, start: '[', betweenRows: ',', afterRow: '}', end };
}
