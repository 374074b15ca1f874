import { expect, test } from 'vitest';
import { isSkip, reasonsText, reasonWords } from '#shared/reports-api/reason-words.ts';
import { collectionName, copiedOf, knownLine, pendingLabel, reasonsLine } from './report-rows.ts';

test('failed items are listed before skipped items, with count and reason', { tags: '@W14' }, () => {
  const reasons = [
    { reason: 'already_there', count: 1_200 },
    { reason: 'refused', count: 2 },
    { reason: 'too_large', count: 3 },
  ];
  expect(reasonsLine({ reasons })).toBe(
    '3 failed: too large. 2 failed: rejected by the destination as invalid. 1,200 skipped: already at the destination.',
  );
  expect(reasonsLine({ reasons: [] })).toBe('');
  expect(reasonsText(reasons)).toBe(
    '1,200 already at the destination, 3 too large, 2 rejected by the destination as invalid',
  );
});

test(
  'an uncounted collection is never shown as empty, and a forbidden collection is labelled',
  { tags: '@W14' },
  () => {
    const [open, ended] = [{ ended: null }, { ended: '2026-11-20T12:00:00.000Z' }];
    const counted = { is_counted: true, is_forbidden: false, total: 0 };
    const uncounted = { ...counted, is_counted: false };
    const forbidden = { ...counted, is_forbidden: true };
    expect(knownLine(counted, ended)).toBe('');
    expect(knownLine(uncounted, open)).toBe("The copy hasn't reached this collection, so its item count is unknown.");
    expect(knownLine(uncounted, ended)).toBe("The copy didn't reach this collection, so its item count is unknown.");
    expect(knownLine({ ...uncounted, total: 3 }, open)).toBe('At least 3 items. Not all items are counted yet.');
    expect(knownLine({ ...uncounted, total: 3 }, ended)).toBe('At least 3 items. Not all items were counted.');
    expect(knownLine(forbidden, ended)).toBe('The source denies access to this collection.');
    expect(knownLine({ ...forbidden, is_counted: false }, ended)).toBe(
      'The source denies access to this collection and did not report its item count.',
    );
    const collection = {
      id: 'a',
      name: 'a',
      kind: 'a',
      copied: 0,
      altered: 0,
      skipped: 0,
      failed: 0,
      pending: 0,
      reasons: [],
    };
    const of = (...collections: readonly (typeof counted)[]) =>
      copiedOf({ copied: 1, altered: 0, total: 2, collections: collections.map((one) => ({ ...collection, ...one })) });
    expect([of(counted), of(counted, uncounted)]).toEqual(['1 of 2 items', '1 of at least 2 items']);
    expect(copiedOf({ copied: 1, altered: 2, total: 3, collections: [] })).toBe('3 of 3 items');
  },
);

test('an unknown reason is shown unchanged and counts as a failure', { tags: '@W14' }, () => {
  expect([reasonWords('quota_reached'), isSkip('quota_reached')]).toEqual(['quota reached', false]);
  expect(reasonWords('x'.repeat(500))).toHaveLength(80);
});

test(
  'a collection without a name gets the name of its kind, and open items count as pending until the end',
  { tags: '@W14' },
  () => {
    expect(collectionName({ name: 'invoices', kind: 'invoices' })).toBe('Invoices');
    expect(collectionName({ name: 'people', kind: 'contacts' })).toBe('people');
    expect(pendingLabel({ ended: null })).toBe('Remaining');
    expect(pendingLabel({ ended: '2026-11-20T12:00:00.000Z' })).toBe('Not copied');
  },
);
