import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCompany, readMigration } from './read-row.ts';
import { readListing } from './read-listing.ts';

const migration = (id: string) => ({
  object: 'migration',
  id,
  created: '2026-11-20T10:00:00.000Z',
  status: 'WORKING',
  created_by_user_id: 'ops@halden-logistics.example',
  company_id: null,
});
const asked = { page: 1, pageSize: 2 };
const rows = [migration('a'), migration('b')];

describe('C6 list replies', () => {
  test.each([
    ['results', { results: rows, page: { size: 2, total: 5 } }],
    ['data', { data: rows, page: { size: 2, total: 5 } }],
    ['items', { items: rows, page: { size: 2, total: 5 } }],
    ['migrations', { migrations: rows, page: { size: 2, total: 5 } }],
  ])('C6 envelope %s with a page descriptor', (_name, json) => {
    const listing = readListing(json, asked, readMigration);
    expect(listing?.rows.map((row) => row.kind === 'row' && row.value.id)).toEqual(['a', 'b']);
    expect(listing).toMatchObject({ total: 5, hasNext: true });
  });

  test('C6 a bare array: no total, and a next page exists when a full one came back', () => {
    expect(readListing(rows, asked, readMigration)).toMatchObject({ total: null, hasNext: true });
    expect(readListing([rows[0]], asked, readMigration)).toMatchObject({ total: null, hasNext: false });
    expect(readListing([], asked, readMigration)).toMatchObject({ total: null, hasNext: false, rows: [] });
  });

  test('C6 the last page by its total has no next one', () => {
    const json = { results: [rows[0]], page: { size: 2, total: 5 } };
    expect(readListing(json, { page: 3, pageSize: 2 }, readMigration)?.hasNext).toBe(false);
  });

  test('C6 the size that the service used counts, not the one asked for', () => {
    const json = { results: rows, page: { size: 2, total: 3 } };
    expect(readListing(json, { page: 1, pageSize: 100 }, readMigration)?.hasNext).toBe(true);
  });

  test('C6 a malformed row is kept as malformed, the others stay', () => {
    const listing = readListing([rows[0], { id: 7 }, null, rows[1]], asked, readMigration);
    expect(listing?.rows.map(({ kind }) => kind)).toEqual(['row', 'malformed', 'malformed', 'row']);
    expect(listing?.rows[1]).toMatchObject({ index: 1, problem: 'It has no status.', json: '{"id":7}' });
  });

  test('C9 a status that nobody documented stays as it is', () => {
    const listing = readListing([{ ...rows[0], status: 'REVERTING' }], asked, readMigration);
    expect(listing?.rows[0]).toMatchObject({ value: { status: 'REVERTING' } });
  });

  test('C7 a company needs its id only', () => {
    const listing = readListing([{ id: 'c' }], asked, readCompany);
    expect(listing?.rows[0]).toMatchObject({ kind: 'row', value: { id: 'c', providerCompanyName: null } });
  });

  test('C6 something without a list is none', () => {
    for (const json of [null, 3, 'text', {}, { results: 'text' }, { error: { code: 'x' } }]) {
      expect(readListing(json, asked, readMigration)).toBeNull();
    }
  });

  test('[security] (T1) C11 any JSON becomes rows or nothing, never an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const listing = readListing(json, asked, readMigration);
        expect(listing === null || Array.isArray(listing.rows)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
