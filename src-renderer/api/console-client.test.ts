import { describe, expect, test } from 'vitest';
import type { Outcome } from '#shared/app-error.ts';
import type { ConsoleBridge } from '#shared/console-contract/types.ts';
import { appErrorOf, ConsoleCallError } from './console-api.ts';
import { createConsoleClient } from './console-client.ts';

const refusal = { code: 'offline', at: '2026-11-20T13:30:20.000Z', detail: 'Nothing answered.' } as const;

const bridgeOf = (answer: (args: unknown, callId: string) => Promise<Outcome<unknown>>) => {
  const cancelled: string[] = [];
  const observed: string[] = [];
  const bridge: ConsoleBridge = {
    call: (topic, verb, callId, args) => {
      expect([topic, verb]).toEqual(['migrations', 'list']);
      observed.push(callId);
      return answer(args, callId);
    },
    cancel: (callId) => cancelled.push(callId),
    listen: () => () => undefined,
  };
  return { client: createConsoleClient(bridge), cancelled, callIds: observed };
};

describe('console client', () => {
  test('a call resolves with its result and passes its arguments on', async () => {
    const { client } = bridgeOf(async (args) => ({ ok: true, value: { args } }));
    expect(await client.migrations.list({ page: 2, pageSize: 25 })).toEqual({ args: { page: 2, pageSize: 25 } });
  });

  test('a call rejects with the complete error value', { tags: '@C11' }, async () => {
    const { client } = bridgeOf(async () => ({ ok: false, error: refusal }));
    const thrown = await client.migrations.list({ page: 1, pageSize: 25 }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ConsoleCallError);
    expect(appErrorOf(thrown)).toEqual(refusal);
  });

  test('every call has its own ID', async () => {
    const { client, callIds } = bridgeOf(async () => ({ ok: true, value: null }));
    await Promise.all([1, 2, 3].map((page) => client.migrations.list({ page, pageSize: 25 })));
    expect(new Set(callIds).size).toBe(3);
  });

  test(
    'aborting cancels the call at the host and rejects it immediately, without waiting for the host',
    { tags: '@C12' },
    async () => {
      const { client, cancelled, callIds } = bridgeOf(() => new Promise(() => undefined));
      const controller = new AbortController();
      const call = client.migrations.list({ page: 1, pageSize: 25 }, { signal: controller.signal });
      controller.abort();
      expect(appErrorOf(await call.catch((error: unknown) => error)).code).toBe('cancelled');
      expect(cancelled).toEqual(callIds);
    },
  );

  test('a call whose signal is already aborted sends nothing', { tags: '@C12' }, async () => {
    const { client, callIds } = bridgeOf(async () => ({ ok: true, value: null }));
    const call = client.migrations.list({ page: 1, pageSize: 25 }, { signal: AbortSignal.abort() });
    expect(appErrorOf(await call.catch((error: unknown) => error)).code).toBe('cancelled');
    expect(callIds).toEqual([]);
  });

  test('an abort after the result cancels nothing', { tags: '@C12' }, async () => {
    const { client, cancelled } = bridgeOf(async () => ({ ok: true, value: null }));
    const controller = new AbortController();
    await client.migrations.list({ page: 1, pageSize: 25 }, { signal: controller.signal });
    controller.abort();
    expect(cancelled).toEqual([]);
  });
});

test('an exception in the page becomes an internal error with the exception as its detail', () => {
  expect(appErrorOf(new TypeError('x is not a function'))).toMatchObject({
    code: 'internal',
    detail: 'TypeError: x is not a function',
  });
});
