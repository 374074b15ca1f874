import { expect, test } from 'vitest';
import { partialReason } from './attention-words.ts';

const report = { id: '1', total: 8_310, failed: 14, altered: 0, reasons: [{ reason: 'too_large', count: 14 }] };

test('the reason for attention names failed items and items that the destination changed', { tags: '@W14' }, () => {
  expect(partialReason(report)).toBe('14 of 8,310 items failed: too large');
  expect(partialReason({ ...report, altered: 12 })).toBe(
    '14 of 8,310 items failed: too large. 12 were changed by the destination.',
  );
  expect(partialReason({ ...report, altered: 1, reasons: [] })).toBe(
    '14 of 8,310 items failed. 1 was changed by the destination.',
  );
  expect(partialReason({ ...report, failed: 0, altered: 12, reasons: [] })).toBe(
    '12 of 8,310 items were changed by the destination',
  );
});
