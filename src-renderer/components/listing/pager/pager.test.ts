import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastPageOf, pageAfterResize, rowRangeOf, typedPage } from './pager.tsx';

describe('row range', { tags: '@C6' }, () => {
  test('the range counts rows over all pages', () => {
    expect(rowRangeOf({ page: 1, pageSize: 25, rows: 25, total: 250, hasNext: true })).toEqual([1, 25]);
    expect(rowRangeOf({ page: 2, pageSize: 25, rows: 15, total: 40, hasNext: false })).toEqual([26, 40]);
  });

  test('a page without rows has no range', () => {
    expect(rowRangeOf({ page: 9, pageSize: 25, rows: 0, total: 40, hasNext: false })).toBeNull();
  });
});

test('the last page contains the last row, and an empty list has one page', { tags: '@C6' }, () => {
  expect([0, 1, 25, 26, 250].map((total) => lastPageOf(total, 25))).toEqual([1, 1, 1, 2, 10]);
});

test('the first row stays on the page when the page size changes', { tags: '@C6' }, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.constantFrom(10, 25, 50, 100),
      fc.constantFrom(10, 25, 50, 100),
      (page, oldSize, newSize) => {
        const first = (page - 1) * oldSize;
        const next = pageAfterResize(page, oldSize, newSize);
        expect((next - 1) * newSize).toBeLessThanOrEqual(first);
        expect(next * newSize).toBeGreaterThan(first);
      },
    ),
  );
});

describe('typed page', { tags: '@C6' }, () => {
  test('a page number is limited to existing pages', () => {
    expect([typedPage('3', 10), typedPage(' 99 ', 10), typedPage('0', 10)]).toEqual([3, 10, 1]);
    expect(typedPage('99', null)).toBe(99);
  });

  test.each(['', ' ', 'x', '-1', '1.5', '1e2', '9'.repeat(16)])('the page number %j is rejected', (text) => {
    expect(typedPage(text, 10)).toBeNull();
  });
});
