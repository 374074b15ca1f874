import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportFormats } from '#shared/console-contract/export-calls.ts';
import { harmlessText } from '#shared/harmless-text.ts';
import { exportToFile } from './testing/exported-file.ts';
import { exportFieldsOf } from './export-fields.ts';

const signs = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ',', ';', '"', "'", '\\', ' ', '\0', '\u007f');
const letters = fc.oneof(
  signs,
  fc.constantFrom('＝', 'ü', '😀', '\u2028'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const texts = fc.oneof(
  fc.emailAddress(),
  fc.array(letters, { maxLength: 5 }).map((parts) => parts.join('')),
);
const ids = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  texts.map((text) => `odd ${text}`),
);
const times = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(null, '', 'yesterday', '=1+1', '2026-11-20'),
);
const rowsOf = fc.uniqueArray(
  fc.record({ id: ids, created: times, status: texts, createdByUserId: fc.option(texts), companyId: fc.option(ids) }),
  { selector: ({ id }) => id, maxLength: 6 },
);

/** The file written by a CSV library, or by `JSON.stringify`, from row objects. */
function expectedFile(
  format: (typeof exportFormats)[number],
  rows: readonly object[],
  names: readonly [string, string][],
) {
  const valuesOf = (row: object) =>
    names.map(([name, field]) => [name, (row as Record<string, string | null>)[field] || null] as const);
  if (format === 'csv') {
    const values = rows.map((row) => valuesOf(row).map(([, value]) => value));
    const cells = values.map((row) => row.map((value) => (value === null ? null : harmlessText(value))));
    const text = stringify([names.map(([name]) => name), ...cells], {
      quoted_match: [';', /^\s/],
      record_delimiter: 'windows',
    });
    return (values.flat().some((value) => /[^\0-\u007f]/.test(value ?? '')) ? '\ufeff' : '') + text;
  }
  const escapeOf = (sign: string) => `\\u${`000${sign.charCodeAt(0).toString(16)}`.slice(-4)}`;
  const lines = rows.map((row) =>
    JSON.stringify(Object.fromEntries(valuesOf(row))).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, escapeOf),
  );
  if (format === 'jsonl') return lines.map((line) => `${line}\n`).join('');
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

test(
  'an export equals the output of csv-stringify or JSON.stringify byte for byte',
  { tags: ['@C15', '@T24'] },
  async () => {
    const sameProperty = fc.asyncProperty(
      rowsOf,
      texts,
      fc.constantFrom(...exportFormats),
      async (request, companyName, format) => {
        const { written, text, rows } = await exportToFile({ rows: request, companyName, format });
        const names = exportFieldsOf('migrations', []).map(({ name, field }) => [name, field] as [string, string]);
        expect(text).toBe(expectedFile(format, rows, names));
        expect(written).toEqual({
          ok: true,
          missing: [],
          written: { rows: request.length, bytes: Buffer.byteLength(text) },
        });
      },
    );
    await fc.assert(sameProperty, { numRuns: process.env['FERRY_SOAK'] ? 10_000 : 100 });
  },
);

test('an export with known causes has them in an additional last column', { tags: '@C15' }, async () => {
  const row = (id: string) => ({ id, created: null, status: 'FAILED', createdByUserId: null, companyId: null });
  const causes = { one: 'The source stopped, twice.' };
  const csv = await exportToFile({ rows: [row('one'), row('two')], format: 'csv', causes });
  const [head, ...lines] = csv.text.trimEnd().split('\r\n');
  expect(head?.endsWith(',cause')).toBe(true);
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(/^one,.*,"The source stopped, twice\."$/),
    expect.stringMatching(/^two,.*,$/),
  ]);
  const json = await exportToFile({ rows: [row('one'), row('two')], format: 'json', causes });
  const exported = JSON.parse(json.text) as readonly { id: string; cause: string | null }[];
  expect(new Map(exported.map(({ id, cause }) => [id, cause]))).toEqual(
    new Map([
      ['one', causes.one],
      ['two', null],
    ]),
  );
});
