import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportColumns } from '#shared/migration-api/fields.ts';
import { exportToFile } from './testing/exported-file.ts';

const runs = process.env['FERRY_SOAK'] ? 2_000 : 100;
/** Characters that spreadsheets may treat as the start of a formula, including full-width characters. */
const formulaSigns = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const breaks = ['\r', '\n', '\r\n', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];
const trimmed = [' ', '\t', '\u00a0', '\u3000', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u3164', '"', "'"];
const letters = fc.oneof(
  fc.constantFrom(...formulaSigns),
  fc.constantFrom(...breaks),
  fc.constantFrom(...trimmed),
  fc.constantFrom(',', ';', '|', '"', '""', '\\', '\0', '\u001b', '\u007f', '\ud800', 'sep=;'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const texts = fc.array(letters, { maxLength: 7 }).map((parts) => parts.join(''));
const optional = fc.option(texts);
const migrations = fc.uniqueArray(
  fc.record({ id: texts, created: optional, status: texts, createdByUserId: optional, companyId: optional }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 5 },
);
const companies = fc.uniqueArray(
  fc.record({
    id: texts,
    created: optional,
    providerCompanyName: optional,
    providerCompanyId: optional,
    organizationId: optional,
    sourceProvider: optional,
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 5 },
);
const files = fc.oneof(
  fc.record({
    resource: fc.constant('migrations' as const),
    rows: migrations,
    columns: fc.subarray([...exportColumns.migrations]),
    companyName: texts,
  }),
  fc.record({
    resource: fc.constant('companies' as const),
    rows: companies,
    columns: fc.subarray([...exportColumns.companies]),
  }),
);

interface ReaderHabits {
  readonly separators: string;
  /** Positions at which the reader treats a quote as special: none, the start of a cell, or any. */
  readonly quotes: 'never' | 'first' | 'anywhere';
  /** Whether spaces before a quote are ignored. */
  readonly trims: boolean;
  readonly lineBreak: RegExp;
}

/** A CSV parser independent of the writer. It reads single characters and is as lenient as spreadsheets. */
function parseCsvAs({ separators, quotes, trims, lineBreak }: ReaderHabits, text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    rows.push([...row, cell]);
    row = [];
    cell = '';
  };
  const signs = Array.from(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? '';
    if (isQuoted && sign === '"' && signs[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (isQuoted) cell += sign;
    else if (sign === '"' && (quotes === 'anywhere' || (quotes === 'first' && cell === ''))) isQuoted = true;
    else if (separators.includes(sign)) {
      row.push(cell);
      cell = '';
    } else if (lineBreak.test(sign)) endRow();
    else if (!(trims && cell === '' && sign === ' ')) cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
const allHabits: ReaderHabits[] = [',', ';', ',;', ',;\t', ',;\t'].flatMap((separators) =>
  (['never', 'first', 'anywhere'] as const).flatMap((quotes) =>
    [true, false].flatMap((trims) =>
      [/^\n$/, /^[\p{Cc}\u2028\u2029]$/u].map((lineBreak) => ({
        separators,
        quotes,
        trims,
        lineBreak,
      })),
    ),
  ),
);

const formulaStart = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r]/u;
const formulasOf = (rows: readonly (readonly string[])[]): string[] =>
  rows.flatMap((row) => row.filter((cell) => formulaStart.test(cell)));

test(
  'a CSV file has one row per record in every reader, and no cell is a formula',
  { tags: ['@C15', '@T24'] },
  async () => {
    const holds = fc.asyncProperty(files, async (request) => {
      const { text } = await exportToFile({ ...request, format: 'csv' });
      const records = request.rows.length + 1;
      for (const habits of allHabits) {
        const rows = parseCsvAs(habits, text);
        expect({ habits, formulas: formulasOf(rows), rows: rows.length }).toEqual({
          habits,
          formulas: [],
          rows: records,
        });
      }
      const strict: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
      expect([formulasOf(strict), strict.length]).toEqual([[], records]);
      const lenient = { bom: true, delimiter: ';', relax_quotes: true, relax_column_count: true };
      const semicolonRows: string[][] = parse(text, lenient);
      expect([formulasOf(semicolonRows), semicolonRows.length]).toEqual([[], records]);
      // A reader that drops empty lines must not lose a record.
      expect(parse(text, { bom: true, skip_empty_lines: true, trim: true })).toHaveLength(records);
    });
    await fc.assert(holds, { numRuns: runs });
  },
);

test(
  'harmless cells such as IDs, numbers, times and names are read back unchanged',
  { tags: ['@C15', '@T24'] },
  async () => {
    const harmless = fc.oneof(
      fc.uuid(),
      fc.emailAddress().filter((address) => !/^'*[=+\-@]/.test(address)),
      fc.nat().map(String),
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
      fc.constantFrom(
        'Smith & Sons, Inc.',
        'A "quoted" name',
        'Zoë; Ada',
        'a-b=c',
        '3+4',
        "O'Hara",
        'Ferry | Co',
        'x@y.example',
      ),
    );
    const rowsOf = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        created: fc.constant('2026-11-20T14:32:00.000Z'),
        status: fc.constant('COMPLETE'),
        createdByUserId: harmless,
        companyId: fc.constant(null),
      }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
    );
    const holds = fc.asyncProperty(rowsOf, async (request) => {
      const { text, rows } = await exportToFile({
        rows: request,
        format: 'csv',
        columns: ['created_by_user_id', 'created', 'id'],
      });
      const read: string[][] = parse(text, { bom: true, from: 2 });
      expect(read).toEqual(rows.map(({ createdByUserId, created, id }) => [createdByUserId, created, id]));
    });
    await fc.assert(holds, { numRuns: runs });
  },
);

test('JSON and JSON Lines are valid for any string, with one line per record', { tags: ['@C15', '@T24'] }, async () => {
  const fields = { created_by_user_id: 'createdByUserId', status: 'status' } as const;
  const holds = fc.asyncProperty(migrations, async (request) => {
    const columns = Object.keys(fields);
    const json = await exportToFile({ rows: request, format: 'json', columns });
    const lines = await exportToFile({ rows: request, format: 'jsonl', columns });
    const wellFormed = (text: string | null | undefined) => (text ? Buffer.from(text).toString() : null);
    const expected = json.rows.map((row) =>
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, wellFormed(row[field])])),
    );
    expect(JSON.parse(json.text)).toEqual(expected);
    const split = lines.text.split(/[\p{Cc}\u2028\u2029]/u);
    expect(split.pop()).toBe('');
    expect(split.map((line) => JSON.parse(line) as unknown)).toEqual(expected);
  });
  await fc.assert(holds, { numRuns: runs });
});
