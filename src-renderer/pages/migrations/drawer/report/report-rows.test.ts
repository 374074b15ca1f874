import { expect, test } from 'vitest';
import { isSkip, reasonsText, reasonWords } from '#shared/reports-api/reason-words.ts';
import { collectionName, pendingLabel, reasonsLine } from './report-rows.ts';

test('W14 failures are named before what was skipped, each with its number and reason', () => {
  const reasons = [
    { reason: 'already_there', count: 1_200 },
    { reason: 'refused', count: 2 },
    { reason: 'too_large', count: 3 },
  ];
  expect(reasonsLine({ reasons })).toBe(
    '3 failed: too large. 2 failed: refused as invalid. 1,200 skipped: already there.',
  );
  expect(reasonsLine({ reasons: [] })).toBe('');
  expect(reasonsText(reasons)).toBe('1,200 already there, 3 too large, 2 refused as invalid');
});

test('W14 a reason that is not known reads as the service gave it, and is one of a failure', () => {
  expect([reasonWords('quota_reached'), isSkip('quota_reached')]).toEqual(['quota reached', false]);
  expect(reasonWords('x'.repeat(500))).toHaveLength(80);
});

test('W14 a collection without a name of its own has that of its kind; what is open is to go until the end', () => {
  expect(collectionName({ name: 'invoices', kind: 'invoices' })).toBe('Invoices');
  expect(collectionName({ name: 'people', kind: 'contacts' })).toBe('people');
  expect(pendingLabel({ ended: null })).toBe('To go');
  expect(pendingLabel({ ended: '2026-11-20T12:00:00.000Z' })).toBe('Not copied');
});
