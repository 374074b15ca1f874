import { stringify } from 'csv-stringify/sync';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import { harmlessText } from '#shared/harmless-text.ts';
import type { ExportField } from './export-fields.ts';

export interface RowFormat {
  readonly start: string;
  readonly rowSeparator: string;
  readonly cellPrefixes: readonly string[];
  readonly rowEnd: string;
  readonly end: (isEmpty: boolean) => string;
  readonly cell: (value: string | null) => string;
}

/** Without this mark, spreadsheets assume a local encoding. */
const byteOrderMark = '\ufeff';
const csvOptions = {
  record_delimiter: 'windows' as const,
  // Quoted because some programs also split at semicolons, or trim whitespace at the start of a cell.
  quoted_match: [';', /^\s/],
};
/** Fast path for values that contain no separator or quote and can't start a formula. */
const plainCsv = /^[\w.][\w.:@+/ -]*$/;
const plainJson = /^[\w.:@+/ -]*$/;
const lineEnds = /[\u007f-\u009f\u2028\u2029]/g;
const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function csvFormat(fields: readonly ExportField[], isAscii: boolean): RowFormat {
  const header = stringify([fields.map(({ name }) => name)], csvOptions);
  // Some programs skip an empty line, so a single empty cell is quoted.
  const none = fields.length === 1 ? '""' : '';
  return {
    start: (isAscii ? '' : byteOrderMark) + header,
    rowSeparator: '',
    cellPrefixes: fields.map((_, at) => (at === 0 ? '' : ',')),
    rowEnd: '\r\n',
    end: () => '',
    cell: (value) => {
      if (value === null) return none;
      return plainCsv.test(value) ? value : stringify([[harmlessText(value)]], { ...csvOptions, eof: false });
    },
  };
}

const jsonCell = (value: string | null): string => {
  if (value === null) return 'null';
  return plainJson.test(value) ? `"${value}"` : JSON.stringify(value).replaceAll(lineEnds, escapeCharacter);
};

/** @param isAscii whether every value of the file is ASCII */
export function createRowFormat(
  format: (typeof exportFormats)[number],
  fields: readonly ExportField[],
  isAscii: boolean,
): RowFormat {
  if (format === 'csv') return csvFormat(fields, isAscii);
  const cellPrefixes = fields.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  if (format === 'jsonl')
    return { start: '', rowSeparator: '', cellPrefixes, rowEnd: '}\n', end: () => '', cell: jsonCell };
  return {
    start: '[',
    rowSeparator: ',',
    cellPrefixes: cellPrefixes.map((text, at) => (at === 0 ? `\n${text}` : text)),
    rowEnd: '}',
    end: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
    cell: jsonCell,
  };
}
