import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '../storage/open-database.ts';
import { createProofRuns, proofLayout } from './proof-runs.ts';

const open = () => createProofRuns(openDatabase(':memory:', proofLayout, () => undefined));

test('the newest runs of each proof are stored per profile, oldest first', { tags: '@W2' }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ profileId: fc.constantFrom('a', 'b'), proofId: fc.constantFrom('x', 'y') }), {
        maxLength: 60,
      }),
      (request) => {
        const { calls, count, remove } = open();
        request.forEach((one, id) => void calls.keepProofRun({ ...one, id, run: `${one.proofId} ${id}` }));
        for (const profileId of ['a', 'b']) {
          const mine = request.map((one, id) => ({ ...one, id })).filter((one) => one.profileId === profileId);
          const newest = ['x', 'y'].flatMap((proof) => mine.filter(({ proofId }) => proofId === proof).slice(-8));
          const expected = newest.toSorted((one, other) => one.id - other.id);
          expect(calls.proofRuns({ profileId })).toEqual(expected.map(({ proofId, id }) => `${proofId} ${id}`));
          expect(count(profileId)).toBe(expected.length);
        }
        remove('a');
        expect(calls.proofRuns({ profileId: 'a' })).toEqual([]);
        expect(count('b')).toBe(calls.proofRuns({ profileId: 'b' }).length);
      },
    ),
    { numRuns: 40 },
  );
});
