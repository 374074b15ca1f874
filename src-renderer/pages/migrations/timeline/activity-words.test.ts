import { expect, test } from 'vitest';
import { activitySteps } from '#shared/activity-api/activity-steps.ts';
import { joinCounted, stepWords } from './activity-words.ts';

test('every step has a label, and a step from a newer service shows its own name', () => {
  for (const step of activitySteps) expect(stepWords({ step, detail: {} }).label).not.toContain('_');
  expect(stepWords({ step: 'quota_raised', detail: { to: 4 } })).toEqual({ label: 'Quota raised', detail: '' });
  expect(stepWords({ step: '__proto__', detail: {} }).detail).toBe('');
});

test('a step shows its details: counts, the reason, repeats and the next attempt', () => {
  const detail = { for: 'source_unavailable', times: 6, next_in_s: 30 };
  expect(stepWords({ step: 'retried', detail })).toEqual({
    label: 'Tried again',
    detail: "6 times, the source isn't responding, next attempt after 30 s",
  });
  const counts = { collection: 2, kind: 'contacts', copied: 1_200, altered: 0, skipped: 0, failed: 3 };
  expect(stepWords({ step: 'collection_finished', detail: counts })).toEqual({
    label: 'Contacts (collection 2) finished',
    detail: '1,200 copied, 3 failed',
  });
});

test('the counts of several collections share one line', () => {
  const counted = (id: string, detail: Record<string, number | boolean>) => ({
    id,
    at: '2026-11-20T12:00:00.000Z',
    step: 'collection_counted',
    detail,
  });
  const lines = joinCounted([
    counted('1', { items: 12 }),
    counted('2', { is_counted: false }),
    counted('3', { other_collections: 4, items: 30 }),
  ]);
  expect(lines.map(stepWords)).toEqual([{ label: 'Collections counted', detail: '6 with at least 42 items' }]);
});
