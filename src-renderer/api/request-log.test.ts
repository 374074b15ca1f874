import { describe, expect, test } from 'vitest';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { mergeLog, needsAttention } from './request-log.ts';

const line = (id: number, more: Partial<RequestLine> = {}): RequestLine => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  method: 'GET',
  path: '/api/v1/migrations',
  host: 'ferry.example',
  status: 200,
  problem: null,
  tryNumber: 1,
  profileId: 'brightwater',
  triesAllowed: 3,
  totalMs: 5,
  replyBytes: 10,
  drift: 0,
  bulk: null,
  ...more,
});

describe('request log in the page', { tags: '@C30' }, () => {
  test('new lines are appended, and changed lines keep their position', () => {
    const before = { lines: [line(1), line(2)], paused: false };
    const after = mergeLog(before, { lines: [line(1, { totalMs: 9 }), line(3)], cleared: false, paused: true });
    expect(after.lines.map(({ id, totalMs }) => [id, totalMs])).toEqual([
      [1, 9],
      [2, 5],
      [3, 5],
    ]);
    expect(after.paused).toBe(true);
  });

  test('a cleared log contains only newer lines', () =>
    expect(
      mergeLog({ lines: [line(1)], paused: false }, { lines: [line(2)], cleared: true, paused: false }).lines,
    ).toEqual([line(2)]));

  test('the page keeps the last 500 lines', () => {
    const before = { lines: Array.from({ length: 500 }, (_, index) => line(index + 1)), paused: false };
    const { lines } = mergeLog(before, { lines: [line(501)], cleared: false, paused: false });
    expect([lines.length, lines[0]?.id, lines.at(-1)?.id]).toEqual([500, 2, 501]);
  });

  test('only service errors, no connection and unreadable responses count as unexpected failures', () => {
    const statuses = [{ status: 200, requests: 40 }];
    const bulk = { label: 'Load all', requests: 41, retries: 0, failed: 1, lastAt: '2026-11-20T10:00:00.000Z' };
    const samples: readonly (readonly [Partial<RequestLine>, boolean])[] = [
      [{ status: 404 }, false],
      [{ status: 401 }, false],
      [{ status: 429 }, false],
      [{ status: 503 }, true],
      [{ status: null, problem: 'offline' }, true],
      [{ status: null, problem: 'cancelled' }, false],
      [{ status: 200, problem: 'unreadable_reply' }, true],
      [{ bulk: { ...bulk, statuses: [...statuses, { status: 404, requests: 1 }] } }, false],
      [{ bulk: { ...bulk, statuses: [...statuses, { status: null, requests: 1 }] } }, true],
    ];
    for (const [more, looks] of samples) expect(needsAttention(line(1, more)), JSON.stringify(more)).toBe(looks);
  });
});
