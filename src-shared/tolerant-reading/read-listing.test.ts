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
const question = { page: 1, pageSize: 2 };
const rows = [migration('a'), migration('b')];

describe('list responses', { tags: '@C6' }, () => {
  test.each([
    ['results', { results: rows, page: { size: 2, total: 5 } }],
    ['data', { data: rows, page: { size: 2, total: 5 } }],
    ['items', { items: rows, page: { size: 2, total: 5 } }],
    ['migrations', { migrations: rows, page: { size: 2, total: 5 } }],
  ])('a list is found in the field %s next to a page descriptor', { tags: '@C6' }, (_name, json) => {
    const listing = readListing(json, question, readMigration);
    expect(listing?.rows.map((row) => row.kind === 'row' && row.value.id)).toEqual(['a', 'b']);
    expect(listing).toMatchObject({ total: 5, hasNext: true });
  });

  test('a bare array has no total, and a full page has a next page', { tags: '@C6' }, () => {
    expect(readListing(rows, question, readMigration)).toMatchObject({ total: null, hasNext: true });
    expect(readListing([rows[0]], question, readMigration)).toMatchObject({ total: null, hasNext: false });
    expect(readListing([], question, readMigration)).toMatchObject({ total: null, hasNext: false, rows: [] });
  });

  test('the last page according to the total has no next page', { tags: '@C6' }, () => {
    const json = { results: [rows[0]], page: { size: 2, total: 5 } };
    expect(readListing(json, { page: 3, pageSize: 2 }, readMigration)?.hasNext).toBe(false);
  });

  test('the page size of the service counts, not the requested size', { tags: '@C6' }, () => {
    const json = { results: rows, page: { size: 2, total: 3 } };
    expect(readListing(json, { page: 1, pageSize: 100 }, readMigration)?.hasNext).toBe(true);
  });

  test('a total that contradicts its rows, as from a service with example data, is ignored', { tags: '@C6' }, () => {
    const example = { results: [rows[0]], page: { size: 1, total: 0 } };
    const wanted = { page: 1, pageSize: 25 };
    expect(readListing(example, wanted, readMigration)).toMatchObject({ total: null, hasNext: false, pageSize: 25 });
    expect(readListing({ results: [], page: { size: 25, total: 0 } }, wanted, readMigration)?.total).toBe(0);
  });

  test('the numbers of a page agree with its rows and each other for any response', { tags: '@C6' }, () => {
    const count = fc.oneof(
      fc.integer({ min: 0, max: 120 }),
      fc.constantFrom(undefined, null, -1, 1.5, '7', 2 ** 53, 1e15),
    );
    const reply = fc.record({
      page: fc.integer({ min: 1, max: 9 }),
      pageSize: fc.constantFrom(10, 25, 50, 100),
      received: fc.integer({ min: 0, max: 120 }),
      size: count,
      total: count,
    });
    fc.assert(
      fc.property(reply, ({ page, pageSize, received, size, total }) => {
        const results = Array.from({ length: received }, (_, index) => migration(String(index)));
        const listing = readListing({ results, page: { size, total } }, { page, pageSize }, readMigration);
        const { rows: stored, pageSize: used, total: known, hasNext } = listing ?? { rows: [], pageSize: 0, total: -1 };
        expect(stored).toHaveLength(received);
        expect(received).toBeLessThanOrEqual(used);
        expect([null, total]).toContain(known);
        // The range shown must not exceed the total, as "Rows 26–50 of 40" would. Pages before the last page can't be
        // empty.
        const minTotal = received === 0 ? 0 : (page - 1) * used + received;
        expect(known ?? Number.MAX_SAFE_INTEGER).toBeGreaterThanOrEqual(minTotal);
        const isTotalWrong = known === null && typeof total === 'number' && Number.isSafeInteger(total) && total >= 0;
        const isFull = received > 0 && received === used && (page === 1 || !isTotalWrong);
        expect(hasNext).toBe(known === null ? isFull : page * used < known);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['a service that uses its own size', 3, 25, { size: 100, total: 250 }, 50, 100],
    ['a service that reports another size than it uses', 2, 25, { size: 1_000, total: 250 }, 25, 25],
    ['more rows than requested and no size', 1, 25, { total: 250 }, 100, 100],
    ['a last page that lost a row', 3, 25, { size: 25, total: 60 }, 9, 25],
    ['a first page that lost a row', 1, 25, { size: 25, total: 60 }, 24, 25],
    ["a service's own size and a lost row", 3, 25, { size: 100, total: 250 }, 49, 100],
    ['an undocumented maximum on the last page', 5, 100, { total: 230 }, 30, 50],
  ])('the page size is found even for %s', { tags: '@C6' }, (_name, page, pageSize, descriptor, received, used) => {
    const results = Array.from({ length: received }, (_, index) => migration(String(index)));
    const listing = readListing({ results, page: descriptor }, { page, pageSize }, readMigration);
    const { total } = descriptor;
    expect(listing).toMatchObject({ total, pageSize: used, hasNext: page * used < total });
  });

  test('a malformed row is listed as malformed, and the other rows stay', { tags: '@C6' }, () => {
    const listing = readListing([rows[0], { id: 7 }, null, rows[1]], question, readMigration);
    expect(listing?.rows.map(({ kind }) => kind)).toEqual(['row', 'malformed', 'malformed', 'row']);
    expect(listing?.rows[1]).toMatchObject({ index: 1, problem: 'The row has no status.', json: '{"id":7}' });
  });

  test('an undocumented status stays unchanged', { tags: '@C9' }, () => {
    const listing = readListing([{ ...rows[0], status: 'REVERTING' }], question, readMigration);
    expect(listing?.rows[0]).toMatchObject({ value: { status: 'REVERTING' } });
  });

  test('a company needs only its ID', { tags: '@C7' }, () => {
    const listing = readListing([{ id: 'c' }], question, readCompany);
    expect(listing?.rows[0]).toMatchObject({ kind: 'row', value: { id: 'c', providerCompanyName: null } });
  });

  test('a response without a list gives null', { tags: '@C6' }, () => {
    for (const json of [null, 3, 'text', {}, { results: 'text' }, { error: { code: 'x' } }]) {
      expect(readListing(json, question, readMigration)).toBeNull();
    }
  });

  test('any JSON gives rows or null, never an exception', { tags: ['@C11', '@T1'] }, () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const listing = readListing(json, question, readMigration);
        expect(listing === null || Array.isArray(listing.rows)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
