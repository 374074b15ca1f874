import { expect, test } from 'vitest';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { addressText, endpointStateOf, failedCount, statusesText } from './endpoint-words.ts';

const endpoint = (more: Partial<EndpointView>): EndpointView => ({
  id: 'ep_1',
  url: 'https://hooks.example.com/ferry',
  description: '',
  statuses: null,
  disabled: false,
  disabled_reason: null,
  created: '2026-11-20T14:32:00.000Z',
  previous_secret_until: null,
  recent: { delivered: 0, failed: 0, last_failure: null },
  ...more,
});
const recent = (delivered: number, failed: number) => ({ recent: { delivered, failed, last_failure: null } });

test('an endpoint is failing only if every attempted delivery failed', { tags: '@W12' }, () => {
  expect(endpointStateOf(endpoint(recent(0, 0))).kind).toBe('active');
  expect(endpointStateOf(endpoint(recent(1, 99))).kind).toBe('active');
  expect(endpointStateOf(endpoint(recent(0, 1)))).toMatchObject({ kind: 'failing', reason: 'every delivery fails' });
});

test('a disabled endpoint shows why it is disabled, even if the reason is unknown', { tags: '@W12' }, () => {
  const reasonOf = (disabled_reason: string | null) =>
    endpointStateOf(endpoint({ disabled: true, disabled_reason, ...recent(0, 3) }));
  expect(reasonOf('gone')).toEqual({ kind: 'disabled', word: 'Disabled', reason: 'the endpoint returned 410' });
  expect(reasonOf('failing').reason).toBe('only failures for 5 days');
  expect(reasonOf('constructor').reason).toBe('constructor');
  expect(reasonOf(null).reason).toBeNull();
});

test('statuses have labels, unknown statuses keep their names, and URLs are shortened', { tags: '@W12' }, () => {
  expect(statusesText({ statuses: null })).toBe('All statuses');
  expect(statusesText({ statuses: ['FAILED', 'MELTED'] })).toBe('Failed, MELTED');
  expect(addressText('https://hooks.example.com/')).toBe('hooks.example.com');
  expect(addressText('http://127.0.0.1:3000/hooks')).toBe('http://127.0.0.1:3000/hooks');
});

test('failed deliveries are counted over all enabled endpoints', { tags: '@W12' }, () => {
  expect(failedCount([])).toBe(0);
  expect(failedCount([endpoint(recent(97, 3)), endpoint(recent(0, 12)), endpoint(recent(4, 0))])).toBe(15);
  expect(failedCount([endpoint({ disabled: true, ...recent(0, 12) }), endpoint(recent(1, 2))])).toBe(2);
});
