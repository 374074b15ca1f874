import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Migration, migrationStatuses } from '#shared/migration-api/migration.ts';
import { findDrift } from '#shared/migration-api/find-drift.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { readListing } from '#shared/tolerant-reading/read-listing.ts';
import { readMigration } from '#shared/tolerant-reading/read-migration.ts';
import { createRowTable, tableFields } from '../rows/row-table.ts';
import { createExactReader } from './exact-page.ts';
import { putExactPage } from './put-exact-page.ts';

const read = createExactReader();
const asked = { page: 1, pageSize: 100 };

const idText = fc.uuid({ version: [1, 2, 3, 4, 5] });
const migrations: fc.Arbitrary<Migration> = fc.record({
  object: fc.constant('migration' as const),
  id: idText,
  created: fc
    .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  status: fc.constantFrom(...migrationStatuses),
  created_by_user_id: fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme' }), fc.constant('')),
  company_id: fc.option(idText),
});
const pages = fc
  .record({ results: fc.array(migrations, { maxLength: 8 }), total: fc.nat() })
  .map(({ results, total }) => ({ results, page: { size: 100, total } }));

/** The rows as a table has them after the page was put into it exactly; null where it is not read so. */
function exactRows(text: string) {
  const page = read(text);
  if (!page) return null;
  const table = createRowTable(tableFields.migrations);
  return { total: page.total, rows: Array.from(putExactPage(table, page), (row) => table.rowAt(row)) };
}

/** The same by reading any JSON. */
function tolerantRows(text: string) {
  const json = JSON.parse(text) as unknown;
  const table = createRowTable(tableFields.migrations);
  const listing = readListing(json, asked, readMigration);
  const rows = (listing?.rows ?? []).flatMap((row) => (row.kind === 'row' ? [row.value] : []));
  for (const row of rows) table.put(row as never);
  expect(rows.length).toBe(listing?.rows.length);
  expect(findDrift(operations.listMigrations, 200, json)).toEqual([]);
  return { total: listing?.total, rows: rows.map(({ id }) => table.rowAt(table.find(id))) };
}

/** Pages of each property. */
const runs = process.env['FERRY_SOAK'] ? 100_000 : 1_000;

test('C33 a page as the service sends it is read to the letter, with the same rows as by reading any JSON', () => {
  const same = fc.property(pages, (page) => {
    const text = JSON.stringify(page);
    const rows = exactRows(text);
    const isPlain = page.results.every(
      (row) => JSON.stringify(row.created_by_user_id).length === row.created_by_user_id.length + 2,
    );
    expect(rows === null).toBe(!isPlain);
    expect(rows ?? tolerantRows(text)).toEqual(tolerantRows(text));
  });
  fc.assert(same, { numRuns: runs });
});

test('C33 W3 whatever else is read to the letter is what the contract says, and gives the same rows', () => {
  const signs = ['"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', '-1', '1e3', 'null', 'true', 'A', 'é', '\n'];
  const words = ['""', '\\u0041', '"id":"x",', '"region":1,', '"object":"company"', '2026-02-30', '24:00', 'ffffffff'];
  const piece = fc.constantFrom(...signs, ...words);
  const edits = fc.array(fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), put: fc.option(piece) }), { maxLength: 2 });
  let readExactly = 0;
  const holds = fc.property(pages, edits, (page, changes) => {
    let text = JSON.stringify(page);
    for (const { at, cut, put } of changes) {
      const place = at % text.length;
      text = text.slice(0, place) + (put ?? '') + text.slice(place + cut);
    }
    const rows = exactRows(text);
    if (!rows) return;
    readExactly += 1;
    expect(rows).toEqual(tolerantRows(text));
  });
  fc.assert(holds, { numRuns: runs });
  expect(readExactly).toBeGreaterThan(runs / 10);
});

test('C33 fields may come in any order; what no calendar and no contract has is left to the tolerant reader', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const row = {
    company_id: null,
    status: 'WORKING',
    id,
    object: 'migration',
    created: '2024-02-29T00:00:00.000Z',
    created_by_user_id: 'ä',
  };
  const textOf = (more: object, total: unknown = 1) =>
    JSON.stringify({ results: [{ ...row, ...more }], page: { size: 25, total } });
  expect(exactRows(textOf({}))).toEqual(tolerantRows(textOf({})));
  for (const more of [
    { created: '2023-02-29T00:00:00.000Z' },
    { created: '2024-02-29T00:00:60.000Z' },
    { created: '2024-02-29T00:00:00Z' },
    { status: 'COMPLETING' },
    { id: id.toUpperCase() },
    { id: '0f8fad5b-d9cb-069f-a165-70867728950e' },
    { region: 'eu' },
    { company_id: '' },
    { object: 'company' },
  ]) {
    expect(read(textOf(more)), JSON.stringify(more)).toBeNull();
  }
  for (const total of [-1, 1.5, '1', null]) expect(read(textOf({}, total))).toBeNull();
  expect(read(`${textOf({})}\n`)).toBeNull();
});
