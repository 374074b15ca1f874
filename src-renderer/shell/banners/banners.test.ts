import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consoleStateSchema } from '#shared/console-contract/console-calls.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import { untilBannersKnown } from './banners.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

/** Returns whether the banners are known if a service on this device never reports a state change. */
const start = (state: string, sandboxAhead = false) => {
  const request = vi.fn<() => Promise<never>>(() => never);
  const profile = { id: 'sandbox', builtIn: true, baseURL: null };
  const api = {
    console: { state: () => Promise.resolve({ profile, connection: { state } }) },
    settings: { get: () => Promise.resolve({ preferences: { sandboxAhead } }) },
    sandbox: { state: request },
  } as unknown as ConsoleApi;
  const known = vi.fn<() => void>();
  void untilBannersKnown(new QueryClient(), api).then(known);
  return { readSandbox: request, known };
};

const silent: readonly string[] = ['unknown', 'starting', 'offline'];

test.each(consoleStateSchema.shape.connection.shape.state.options)(
  'the page appears without waiting for a service, or after 3 s if the service hangs (%s)',
  { tags: '@C32' },
  async (state) => {
    const { readSandbox, known } = start(state);
    await vi.advanceTimersByTimeAsync(2_900);
    const isSilent = silent.includes(state);
    expect([readSandbox.mock.calls.length, known.mock.calls.length]).toEqual(isSilent ? [0, 1] : [1, 0]);
    await vi.advanceTimersByTimeAsync(100);
    expect(known).toHaveBeenCalledTimes(1);
  },
);

test.each(silent)(
  'the page waits at most 3 s for a Sandbox whose clock is known to run ahead (%s)',
  { tags: '@C32' },
  async (state) => {
    const { readSandbox, known } = start(state, true);
    await vi.advanceTimersByTimeAsync(2_900);
    expect([readSandbox.mock.calls.length, known.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(100);
    expect(known).toHaveBeenCalledTimes(1);
  },
);
