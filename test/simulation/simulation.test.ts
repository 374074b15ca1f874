import { beforeAll, expect, test } from 'vitest';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { runSeed } from './run-seed.ts';
import { openDatabaseOnce, type SimulatedDatabase } from './simulated-store.ts';

/** Seeds that once failed, and the defect that they found. */
const namedSeeds: readonly (readonly [seed: number, defect: string])[] = [
  [151, 'a mail server stored a message after it had closed the connection, and the copy appended it again'],
  [235, 'a server stored a contact after it had closed the connection, and the report called it failed'],
  [383, 'equal messages on a server without UIDPLUS took the UID of another, which was then reported as unverified'],
  [687, 'a search for an equal message missed the UID that another message had left'],
  [1573, 'a contact whose write and first read lost their responses was reported as failed, but the server had it'],
  [1951, 'a copy lost track of the contact that it wrote after another migration wrote the contact to a second path'],
];

const blockSize = 25;
const seedBlocks = Array.from(
  { length: (isSoak ? 100_000 : 200) / blockSize },
  (_, block) => (isSoak ? sampleSeed * 100_000 : 1) + block * blockSize,
);

let database: SimulatedDatabase;
beforeAll(async () => {
  database = await openDatabaseOnce();
});

test.each(namedSeeds)('seed %i keeps every promise: %s', { tags: ['@X29', '@F51'] }, async (seed) => {
  expect((await runSeed(database, seed)).violations).toEqual([]);
});

test.each(seedBlocks)(
  'from seed %i on, copies, webhooks and activity keep their promises despite crashes, faults and clock steps',
  { tags: ['@X29', '@F51'], timeout: 240_000 },
  async (first) => {
    for (let seed = first; seed < first + blockSize; seed++) {
      const { violations } = await runSeed(database, seed);
      expect({ seed, violations }).toEqual({ seed, violations: [] });
    }
  },
);

test('the same seed gives the same trace, to the byte', { tags: '@X29' }, async () => {
  for (const seed of [3, 20, 41]) {
    const [one, other] = [await runSeed(database, seed), await runSeed(database, seed)];
    expect(one.trace.length).toBeGreaterThan(20);
    expect(other.trace.join('\n')).toBe(one.trace.join('\n'));
  }
});
