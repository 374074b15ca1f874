import { expect, test } from 'vitest';
import { createRowCache, type RowWindow } from './row-cache.ts';

interface ReadRequest {
  readonly offset: number;
  readonly limit: number;
  readonly answer: (matched: number) => Promise<void>;
  readonly fail: () => Promise<void>;
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Creates a cache whose reads end when the test decides. Each row is its own index. */
const open = () => {
  const requests: ReadRequest[] = [];
  let changes = 0;
  const cache = createRowCache<string>(
    (offset, limit) =>
      new Promise<RowWindow<string>>((resolve, reject) => {
        requests.push({
          offset,
          limit,
          answer: (matched) => {
            const length = Math.max(0, Math.min(limit, matched - offset));
            resolve({ matched, rows: Array.from({ length }, (_row, index) => `${offset + index} of ${matched}`) });
            return turn();
          },
          fail: () => {
            reject(new TypeError('lost'));
            return turn();
          },
        });
      }),
  );
  cache.version.subscribe(() => (changes += 1));
  return { cache, requests, changes: () => changes };
};

test('rows load in blocks of a hundred, and loaded blocks are not read again', { tags: '@C33' }, async () => {
  const { cache, requests, changes } = open();
  cache.want({ first: 95, end: 120 });
  expect(requests.map(({ offset, limit }) => [offset, limit])).toEqual([
    [0, 100],
    [100, 100],
  ]);
  expect([cache.matched(), cache.rowAt(95)]).toEqual([null, undefined]);
  await requests[0]?.answer(250);
  await requests[1]?.answer(250);
  expect([cache.matched(), cache.rowAt(99), cache.rowAt(100)]).toEqual([250, '99 of 250', '100 of 250']);
  cache.want({ first: 0, end: 200 });
  expect(requests).toHaveLength(2);
  expect(changes()).toBe(2);
});

test('blocks that pass while the user drags the scroll bar are never read', { tags: '@C33' }, async () => {
  const { cache, requests } = open();
  for (let first = 0; first < 100_000; first += 1000) cache.want({ first, end: first + 20 });
  expect(requests.map(({ offset }) => offset)).toEqual([0, 1000]);
  await requests[0]?.answer(100_000);
  expect(requests.map(({ offset }) => offset)).toEqual([0, 1000, 99_000]);
});

test('outdated rows stay visible until the new rows arrive', { tags: '@C33' }, async () => {
  const { cache, requests } = open();
  cache.want({ first: 0, end: 20 });
  await requests[0]?.answer(50);
  cache.renew();
  expect(cache.rowAt(3)).toBe('3 of 50');
  await requests[1]?.answer(51);
  expect([cache.rowAt(3), cache.matched()]).toEqual(['3 of 51', 51]);
});

test('a response that was sent before a change does not count as current', { tags: '@C33' }, async () => {
  const { cache, requests } = open();
  cache.want({ first: 0, end: 20 });
  cache.renew();
  await requests[0]?.answer(50);
  await requests[1]?.answer(51);
  expect(cache.rowAt(0)).toBe('0 of 51');
});

test('a failed read is reported and not repeated until the user requests it', { tags: ['@C33', '@F11'] }, async () => {
  const { cache, requests } = open();
  cache.want({ first: 0, end: 20 });
  await requests[0]?.fail();
  expect(cache.error()?.code).toBe('internal');
  cache.want({ first: 0, end: 21 });
  expect(requests).toHaveLength(1);
  cache.renew();
  await requests[1]?.answer(5);
  expect([cache.error(), cache.rowAt(4), cache.rowAt(5)]).toEqual([null, '4 of 5', undefined]);
});

test('the rows shown last stay in the cache, and the oldest rows are dropped', { tags: '@C33' }, async () => {
  const { cache, requests } = open();
  for (let piece = 0; piece < 45; piece += 1) {
    cache.want({ first: piece * 100, end: piece * 100 + 10 });
    await requests[piece]?.answer(10_000);
  }
  expect([cache.rowAt(0), cache.rowAt(499), cache.rowAt(500)]).toEqual([undefined, undefined, '500 of 10000']);
});

test('a stopped cache ignores responses, and reads again when a row is needed', { tags: '@C33' }, async () => {
  const { cache, requests, changes } = open();
  cache.want({ first: 0, end: 20 });
  cache.stop();
  await requests[0]?.answer(5);
  expect([cache.rowAt(0), changes()]).toEqual([undefined, 0]);
  cache.want({ first: 0, end: 20 });
  await requests[1]?.answer(5);
  expect(cache.rowAt(0)).toBe('0 of 5');
});
