import { expect, test } from 'vitest';
import { newCopy } from './copy-state.ts';
import { retryCopy } from './retry-copy.ts';
import { newRun } from './run.ts';

test.each([
  ['the first copy', undefined, undefined, true],
  ['a retry that listed it', 'first', true, true],
  ['a retry that copied only its failed items', 'first', false, false],
])(
  'after %s, a retry lists a forbidden collection only if it has unknown items',
  (_copy, retryOf, isUnlisted, listsAgain) => {
    const copy = newCopy('ada', [{ id: 'friends', name: 'Friends', kind: 'contacts', count: 3 }]);
    const collections = copy.collections.map((one) => ({ ...one, failed: 2, isForbidden: true, isUnlisted }));
    const run = newRun({ userId: 'a@b.example', now: 1_000, sessionExpires: 3_601_000 });
    const ended = { ...run, status: 'COMPLETED_WITH_FAILURES', copy: { ...copy, collections, retryOf } } as const;
    expect(retryCopy('ended', ended, 1_000)).toMatchObject({
      retryOf: 'ended',
      collections: [{ isUnlisted: listsAgain, count: listsAgain ? null : 2 }],
    });
  },
);
