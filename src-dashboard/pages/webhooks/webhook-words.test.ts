import { expect, test } from 'vitest';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import {
  addressText,
  bodyText,
  changeText,
  type Delivery,
  deliveryWord,
  draftProblem,
  endpointState,
  statusesText,
  statusList,
} from './webhook-words.ts';

const recent = { delivered: 0, failed: 0, last_failure: null };

test(
  'the body of a delivery stands with a member on each line, and as it is where it is no JSON',
  { tags: '@X24' },
  () => {
    expect(bodyText('{"type":"ferry.test","data":{"n":1}}')).toBe(
      '{\n  "type": "ferry.test",\n  "data": {\n    "n": 1\n  }\n}',
    );
    expect(bodyText('{"cut')).toBe('{"cut');
  },
);

test('dashboard: an endpoint says in words whether it gets what it should', { tags: '@X24' }, () => {
  const of = (more: Partial<Parameters<typeof endpointState>[0]>) =>
    endpointState({ disabled: false, disabled_reason: null, recent, ...more });
  expect(of({})).toEqual({ kind: 'active', words: 'Active' });
  expect(of({ recent: { ...recent, failed: 1 } })).toEqual({ kind: 'failing', words: 'Nothing arrives' });
  expect(of({ recent: { ...recent, failed: 1, delivered: 1 } }).kind).toBe('active');
  expect(of({ disabled: true, disabled_reason: 'gone' }).words).toBe('Disabled, 410');
  expect(of({ disabled: true, disabled_reason: 'person' }).words).toBe('Disabled');
});

test('dashboard: every documented status has a name, in the order of a migration’s life', { tags: '@X24' }, () => {
  expect(statusList).toEqual(migrationStatuses);
  expect(statusesText({ statuses: null })).toBe('All statuses');
  expect(statusesText({ statuses: ['COMPLETE', 'FAILED'] })).toBe('Complete, Failed');
});

test('dashboard: a delivery says what it tells of and how far it is', { tags: '@X24' }, () => {
  const event = { type: 'migration.status_updated', previous_status: null, status: null } as Delivery['event'];
  expect(changeText({ ...event, type: 'ferry.test' })).toBe('Test event');
  expect(changeText({ ...event, status: 'WORKING' })).toBe('Begins as Working');
  expect(changeText({ ...event, previous_status: 'WORKING', status: 'COMPLETE' })).toBe('Working → Complete');
  expect(deliveryWord({ state: 'pending', attempts: [] })).toBe('Waiting');
  const attempt = { at: '', duration_ms: 1, status: 500, reply: '', error: null };
  expect(deliveryWord({ state: 'pending', attempts: [attempt] })).toBe('Retrying');
});

test('dashboard: an address is whole, and an endpoint hears of something', { tags: '@X24' }, () => {
  expect(addressText('https://hooks.example.com/')).toBe('hooks.example.com');
  expect(draftProblem('hooks.example.com', null)).toContain('full URL');
  expect(draftProblem('https://hooks.example.com', [])).toContain('status');
  expect(draftProblem(' https://hooks.example.com ', ['FAILED'])).toBeNull();
});
