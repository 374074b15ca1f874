import { expect, test } from 'vitest';
import { parseRequestsSearch } from './requests-search.ts';

test.each([
  [{}, { filter: 'all', text: '', profile: null, open: null }],
  [
    { filter: 'failed', text: 404, profile: 'sandbox', open: '7' },
    { filter: 'failed', text: '404', profile: 'sandbox', open: 7 },
  ],
  [
    { filter: 'x', text: {}, profile: {}, open: -1 },
    { filter: 'all', text: '', profile: null, open: null },
  ],
  [{ open: null }, { filter: 'all', text: '', profile: null, open: null }],
])('the Requests page reads %o, with defaults for invalid values', { tags: '@C14' }, (raw, search) =>
  expect(parseRequestsSearch(raw)).toEqual(search),
);
