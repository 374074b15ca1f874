import { expect, test } from 'vitest';
import { offsetText, statusOf } from './event-log.tsx';

test.each([
  [0, '+0.00 s'],
  [4_209, '+4.20 s'],
  [99_999, '+99.99 s'],
  [100_000, '+1:40'],
  [3_599_999, '+59:59'],
  [3_723_000, '+1:02:03'],
] as const)('the time of a log line is short even after an hour: %i ms', { tags: '@C16' }, (ms, text) => {
  expect(offsetText(ms)).toBe(text);
  expect(text.length).toBeLessThanOrEqual(8);
});

test('only a status event shows a status', { tags: '@C16' }, () => {
  const json = JSON.stringify({ source: 'ferry_modal', event: { type: '', data: { status: 'WORKING' } } });
  expect(statusOf({ name: 'migration_modal.status_changed', json })).toBe('WORKING');
  expect(statusOf({ name: 'migration_modal.opened', json })).toBeNull();
  for (const broken of ['{"event":', '{"event":{"data":{"status":{}}}}', '[]', null]) {
    expect(statusOf({ name: 'migration_modal.status_changed', json: broken })).toBeNull();
  }
});
