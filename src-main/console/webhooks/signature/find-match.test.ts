import { expect, test } from 'vitest';
import { bodyVariants } from './body-variants.ts';
import { findMatch, type Search } from './find-match.ts';

/** Counts the attempts of an unsuccessful search, and how often the search lets other work run. */
async function countWork(given: Partial<Search>) {
  const work = { tries: 0, turns: 0 };
  await findMatch({
    key: Buffer.alloc(32, 7),
    head: { id: 'evt_1', timestamp: '1795181400' },
    body: Buffer.alloc(10_000, 'a'),
    macs: new Set(['none']),
    otherKeys: [],
    otherHeads: [],
    variants: [],
    spanSeconds: 4_000,
    turns: {
      isOver: () => {
        work.tries += 1;
        return work.tries % 5 === 0;
      },
      next: async () => {
        work.turns += 1;
      },
    },
    signal: new AbortController().signal,
    ...given,
  });
  return work;
}

test(
  'the search of a long body stops at the byte limit, however wrong the timestamp is',
  { tags: '@W10' },
  async () => {
    expect((await countWork({ maxBytes: 1e6 })).tries).toBe(101);
    expect((await countWork({ maxBytes: 1e6, body: Buffer.alloc(1_000) })).tries).toBe(1_001);
    const ids = Array.from({ length: 20 }, (_, index) => ({ id: `evt_${index}`, timestamp: '1' }));
    const many = { otherHeads: ids, variants: bodyVariants('a'.repeat(10_000)), maxBytes: 1e6 };
    expect((await countWork(many)).tries).toBeLessThan(150);
    expect((await countWork({ body: Buffer.alloc(262_144), spanSeconds: 345_600, maxBytes: 1e7 })).tries).toBe(39);
  },
);

test('the signature search lets other work run after each attempt and each variant', { tags: '@W10' }, async () => {
  expect(await countWork({ spanSeconds: 10 })).toEqual({ tries: 21, turns: 4 });
  const body = JSON.stringify({ name: 'a', list: [1, 2, 3] });
  const created = [...bodyVariants(body)];
  expect(created.filter((each) => each === null).length).toBeGreaterThan(100);
  expect((await countWork({ variants: bodyVariants(body), spanSeconds: 0 })).tries).toBe(created.length + 1);
});

test('a cancelled signature search creates no further variants', { tags: '@W10' }, async () => {
  const controller = new AbortController();
  let createdCount = 0;
  const variants = (function* () {
    for (const each of bodyVariants('{"a":1}')) {
      createdCount += 1;
      if (createdCount === 3) controller.abort();
      yield each;
    }
  })();
  await countWork({ variants, signal: controller.signal });
  expect(createdCount).toBeLessThan(10);
});
