import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { exportFormats } from '#shared/console-contract/export-calls.ts';
import { loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import { createCompanyDirectory } from '../directory/company-directory.ts';
import { createRowStore } from '../rows/row-store.ts';
import { exportRows } from './export-rows.ts';
import { fieldsOf } from './export-fields.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = { profileId: 'p', resource: 'migrations' } as const;
const signs = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ',', '"', "'", '\\', ' ', '\0', '\u007f');
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

/** The file as the library writes it, or JSON itself, from row objects. */
function expectedFile(
  format: (typeof exportFormats)[number],
  rows: readonly object[],
  names: readonly [string, string][],
) {
  const valuesOf = (row: object) =>
    names.map(([name, field]) => [name, (row as Record<string, string | null>)[field] || null] as const);
  if (format === 'csv') {
    const cells = rows.map((row) => valuesOf(row).map(([, value]) => value));
    const text = stringify([names.map(([name]) => name), ...cells], {
      escape_formulas: true,
      record_delimiter: 'windows',
    });
    return (/[^\0-\u007f]/.test(text) ? '\ufeff' : '') + text;
  }
  const lines = rows.map((row) => JSON.stringify(Object.fromEntries(valuesOf(row))));
  if (format === 'jsonl') return lines.map((line) => `${line}\n`).join('');
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

test('C15 [security] (T24) a file from columns is, to the byte, what the library writes of the rows; no cell is a formula', async () => {
  let count = 0;
  const same = fc.asyncProperty(rowsOf, texts, fc.constantFrom(...exportFormats), async (rows, name, format) => {
    const directory = createCompanyDirectory();
    const blank = { created: null, providerCompanyId: null, organizationId: null, sourceProvider: 'Ledgerline' };
    const companyIds = new Set(rows.map(({ companyId }) => companyId).filter((id) => id !== null && id !== ''));
    directory.learn(
      'p',
      Array.from(companyIds, (id) => ({ ...blank, id: String(id), providerCompanyName: name })),
    );
    const store = createRowStore(directory);
    store.begin(place, 'load', null);
    for (const row of rows) store.ofLoad(place, 'load')?.put(row);
    const file = path.join(folder, String((count += 1)));
    const call = { ...place, exportId: 'e', query: loadedQuerySchema.parse({}), rows: null, format, columns: [] };
    const { signal } = new AbortController();
    const written = await exportRows(store, { ...call, file, part: `${file}.part` }, signal, () => undefined);
    const { view, results } = store.table(place);
    const ordered = Array.from((await results.get(call.query, signal)).rows, (row) => view.rowAt(row));
    const names = fieldsOf('migrations', []).map(({ name: column, field }) => [column, field] as [string, string]);
    const text = readFileSync(file, 'utf8');
    expect(text).toBe(expectedFile(format, ordered, names));
    expect(written).toEqual({ ok: true, written: { rows: rows.length, bytes: Buffer.byteLength(text) } });
  });
  await fc.assert(same, { numRuns: process.env['FERRY_SOAK'] ? 10_000 : 100 });
});
