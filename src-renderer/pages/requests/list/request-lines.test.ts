import { describe, expect, test } from 'vitest';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { isFailed } from '../../../api/request-log.ts';
import { bulkText, filterLines, laneOf, medianMs, rowOf, shortPath, statusText } from './request-lines.ts';

const line = (more: Partial<RequestLine> = {}): RequestLine => ({
  id: 1,
  at: '2026-11-20T10:00:00.000Z',
  method: 'GET',
  path: '/api/v1/migrations?page=1&page_size=25',
  host: 'ferry.example:44310',
  status: 200,
  problem: null,
  tryNumber: 1,
  profileId: 'brightwater',
  triesAllowed: 3,
  totalMs: 80,
  replyBytes: 10,
  drift: 0,
  bulk: null,
  ...more,
});

const lines = [
  line({ id: 1 }),
  line({ id: 2, method: 'POST', path: '/api/v1/link-token' }),
  line({ id: 3, status: 404, path: '/api/v1/migrations/4ab8' }),
  line({ id: 4, status: 503 }),
  line({ id: 5, status: null, problem: 'timeout', path: '/healthz' }),
  line({ id: 6, status: null, problem: 'cancelled' }),
];
const ids = (filter: 'all' | 'failed' | 'post' | 'get', text = '') =>
  filterLines(lines, { filter, text, profile: null }).map(({ id }) => id);

describe('filters of the request list', { tags: '@C30' }, () => {
  test('requests are filtered by profile together with the other filters', () => {
    const all = [...lines, line({ id: 7, profileId: 'sandbox' }), line({ id: 8, profileId: 'sandbox', status: 500 })];
    const of = (profile: string | null, filter: 'all' | 'failed') =>
      filterLines(all, { filter, text: '', profile }).map(({ id }) => id);
    expect(of('sandbox', 'all')).toEqual([7, 8]);
    expect(of('sandbox', 'failed')).toEqual([8]);
    expect(of('brightwater', 'all')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(of('gone', 'all')).toEqual([]);
    expect(of(null, 'all')).toHaveLength(8);
  });

  test('requests are filtered by outcome and method', () => {
    expect(ids('failed')).toEqual([3, 4, 5]);
    expect(ids('post')).toEqual([2]);
    expect(ids('get')).toEqual([1, 3, 4, 5, 6]);
  });

  test.each([
    ['404', [3]],
    ['443', []],
    ['page_size=25', [1, 4, 6]],
    ['5xx', [4]],
    ['link-token', [2]],
    ['post', [2]],
    ['TIMEOUT', [5]],
    ['migrations 200', [1]],
    ['nothing like it', []],
  ])('requests are filtered by text: %s', (text, found) => expect(ids('all', text)).toEqual(found));
});

const bulk = {
  label: 'Load all',
  requests: 1_000,
  retries: 3,
  failed: 0,
  statuses: [
    { status: 200, requests: 996 },
    { status: 503, requests: 3 },
    { status: null, requests: 1 },
  ],
  lastAt: '2026-11-20T10:00:20.000Z',
};

test('a line that combines requests counts as failed if any request failed', { tags: '@C30' }, () => {
  expect(isFailed(line({ bulk: { ...bulk, failed: 1 } }))).toBe(true);
  expect(isFailed(line({ bulk, status: 503 }))).toBe(false);
});

test('a line that combines requests lists statuses, then retries and failures', { tags: '@C30' }, () => {
  expect(bulkText(bulk)).toBe('200: 996, 503: 3, no response: 1; 3 retried');
  expect(bulkText({ ...bulk, retries: 0, failed: 1_200 })).toBe('200: 996, 503: 3, no response: 1; 1,200 failed');
  expect(bulkText({ ...bulk, retries: 0, statuses: [{ status: 200, requests: 5 }] })).toBe('200: 5');
});

test(
  'the duration of combined requests is from the first start to the last end, not their sum',
  { tags: '@C30' },
  () => {
    const all = [line({ bulk, totalMs: 90_000 }), line({ at: '2026-11-20T10:00:39.920Z' })];
    expect(laneOf(all, 80)(all[0] ?? line())).toEqual({ x: 0, width: 40 });
  },
);

test('the status column explains a missing status', { tags: '@C30' }, () => {
  expect(statusText(line({ status: null, problem: 'certificate_name' }))).toBe('certificate');
  expect(statusText(line({ status: null, problem: 'internal' }))).toBe('no response');
});

test('paths are shown without their common prefix', { tags: '@C30' }, () => {
  expect(shortPath('/api/v1/companies?page=1')).toBe('/companies?page=1');
  expect(shortPath('/base/api/v1/companies')).toBe('/base/companies');
  expect(shortPath('/healthz')).toBe('/healthz');
  expect(shortPath('/api/v1/migrations/4ab8d1c0-f97e-4352-8a11-0123456b1a34')).toBe('/migrations/4ab8d1c0…1a34');
});

test('the list has a median time and a time bar for each request', { tags: '@C30' }, () => {
  expect(medianMs([])).toBeNull();
  expect(medianMs([line({ totalMs: 9 }), line({ totalMs: 1 }), line({ totalMs: 5 })])).toBe(5);
  const first = line({ totalMs: 500 });
  const last = line({ at: '2026-11-20T10:00:09.000Z', totalMs: 1000 });
  const lane = laneOf([first, last], 100);
  expect(lane(first)).toEqual({ x: 0, width: 5 });
  expect(lane(last)).toEqual({ x: 90, width: 10 });
  expect(laneOf([first], 100)(first)).toEqual({ x: 0, width: 100 });
});

test('an unchanged request keeps its row until its bar changes', { tags: '@C30' }, () => {
  const request = line();
  const row = rowOf(request, { x: 0, width: 3 });
  expect(rowOf(request, { x: 0, width: 3 })).toBe(row);
  expect(rowOf(request, { x: 1, width: 3 })).toMatchObject({ id: '1', line: request, span: { x: 1, width: 3 } });
  expect(rowOf(line(), { x: 1, width: 3 }).line).not.toBe(request);
});
