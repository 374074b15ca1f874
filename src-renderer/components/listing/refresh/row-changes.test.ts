import { expect, test } from 'vitest';
import type { Listing } from '#shared/console-contract/listing.ts';
import { marksBetween, marksText, observeListing } from './row-changes.ts';

interface Row {
  readonly id: string;
  readonly status: string;
}

const listing = (rows: readonly Row[], more: Partial<Listing<Row>> = {}): Listing<Row> => ({
  profileId: 'p',
  rows: rows.map((value) => ({ kind: 'row', value })),
  page: 1,
  pageSize: 25,
  total: null,
  hasNext: false,
  readAt: '2026-11-20T12:00:00.000Z',
  ...more,
});
const textOf = ({ id, status }: Row) => `${id} ${status}`;
const a = { id: 'a', status: 'WORKING' };
const b = { id: 'b', status: 'COMPLETE' };

test(
  'an event that changes a row on the page marks it and keeps the marks of the last read',
  { tags: ['@C36', '@W9'] },
  () => {
    const marksOfRead = new Map([['b', 'new' as const]]);
    const asRead = listing([a, b]);
    const before = { listing: asRead, asRead, marksOfRead, marks: marksOfRead };
    const changed = observeListing(before, listing([{ ...a, status: 'FAILED' }, b]), textOf);
    expect([...changed.marks]).toEqual([
      ['b', 'new'],
      ['a', 'changed'],
    ]);
  },
);

test('a row changed by the last read is marked, even if an event changed it earlier', { tags: ['@C36', '@W9'] }, () => {
  const none = new Map();
  const asRead = listing([a, b]);
  const failed = [{ ...a, status: 'FAILED' }, b];
  const byEvent = observeListing({ listing: asRead, asRead, marksOfRead: none, marks: none }, listing(failed), textOf);
  const read = listing(failed, { readAt: '2026-11-20T12:01:00.000Z' });
  const changesByRead = observeListing(byEvent, read, textOf);
  expect([...changesByRead.marks]).toEqual([['a', 'changed']]);
  const readAgain = listing(failed, { readAt: '2026-11-20T12:02:00.000Z' });
  expect(observeListing(changesByRead, readAgain, textOf).marks.size).toBe(0);
});

test('a row that only moved is unchanged, and a row with a new status is changed', { tags: '@C36' }, () => {
  const marks = marksBetween(listing([a, b]), listing([b, { ...a, status: 'FAILED' }]), textOf);
  expect([...marks]).toEqual([['a', 'changed']]);
});

test('a new row is marked on the first page only, because rows of other pages moved down', { tags: '@C36' }, () => {
  expect([...marksBetween(listing([b]), listing([a, b]), textOf)]).toEqual([['a', 'new']]);
  expect(marksBetween(listing([b], { page: 2 }), listing([a, b], { page: 2 }), textOf).size).toBe(0);
});

test.each<Partial<Listing<Row>>>([{ page: 2 }, { pageSize: 50 }, { profileId: 'q' }])(
  'reading a different page, page size or profile marks no row: %j',
  { tags: '@C36' },
  (more) => {
    expect(marksBetween(listing([a]), listing([{ ...a, status: 'FAILED' }], more), textOf).size).toBe(0);
  },
);

test('changes are announced in one sentence', { tags: '@C36' }, () => {
  expect(marksText(new Map())).toBe('');
  expect(marksText(new Map([['a', 'changed']]))).toBe('1 row changed.');
  expect(
    marksText(
      new Map([
        ['a', 'changed'],
        ['b', 'changed'],
        ['c', 'new'],
      ]),
    ),
  ).toBe('2 rows changed, 1 new.');
});

test('data added by the console does not mark a row as changed', { tags: '@C36' }, () => {
  const named = { ...a, companyName: 'Aurora Bakehouse' };
  expect(marksBetween<Row>(listing([a]), listing([named]), textOf).size).toBe(0);
});
