import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { systemClock } from '../clock/clock.ts';
import { createRedactor } from '../log/redactor.ts';
import { createDispatcher } from './call-dispatcher.ts';
import type { ConsoleHandlers } from './console-handlers.ts';

const lines: string[] = [];
const listing = {
  profileId: 'sandbox',
  rows: [],
  page: 2,
  pageSize: 10,
  total: 0,
  hasNext: false,
  readAt: '2026-11-20T10:00:00.000Z',
};
const handlers: { readonly [Topic in keyof ConsoleHandlers]?: Partial<ConsoleHandlers[Topic]> } = {
  console: { state: () => Promise.reject(new Error('broken inside')) },
  migrations: { list: async () => succeed(listing), get: () => Promise.reject(new Error('not asked')) },
  companies: { list: async () => succeed(listing), lookup: async () => succeed([]) },
};
const dispatch = createDispatcher(handlers as ConsoleHandlers, {
  clock: systemClock,
  redactor: createRedactor(),
  log: { error: (line, cause) => void lines.push(`${line} ${String(cause)}`) },
});
const context = { signal: new AbortController().signal };

test('a call with valid arguments reaches its handler', async () => {
  expect(await dispatch('migrations', 'list', { page: 2, pageSize: 10 }, context)).toEqual(succeed(listing));
});

test.each([
  undefined,
  null,
  'text',
  {},
  { page: 0, pageSize: 10 },
  { page: 1, pageSize: 101 },
  { page: Number.NaN, pageSize: 10 },
  { page: 1, pageSize: 10, more: true },
  JSON.parse('{"__proto__":{"polluted":1},"page":1,"pageSize":10}') as unknown,
])('invalid arguments are rejected: %j', { tags: '@T2' }, async (args) => {
  expect(await dispatch('migrations', 'list', args, context)).toMatchObject({
    ok: false,
    error: { code: 'invalid_arguments' },
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each([
  ['migrations', 'remove'],
  ['__proto__', 'list'],
  ['constructor', 'constructor'],
  ['migrations', 'toString'],
])('the call %s:%s is unknown', { tags: '@T2' }, async (topic, verb) => {
  expect(await dispatch(topic, verb, {}, context)).toMatchObject({ error: { code: 'unknown_call' } });
});

test('a handler that throws returns an error, and the log contains the reason', async () => {
  expect(await dispatch('console', 'state', {}, context)).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(lines.join()).toContain('broken inside');
});
