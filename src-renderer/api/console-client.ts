import type { Outcome } from '#shared/app-error.ts';
import type { ConsoleBridge } from '#shared/console-contract/types.ts';
import { type ConsoleApi, ConsoleCallError } from './console-api.ts';

const cancelledError = (): ConsoleCallError =>
  new ConsoleCallError({ code: 'cancelled', at: new Date().toISOString() });

const valueOf = (outcome: Outcome<unknown>): unknown => {
  if (outcome.ok) return outcome.value;
  throw new ConsoleCallError(outcome.error);
};

/** An object whose properties are created when they are read. */
const lazyRecord = (create: (name: string) => unknown): object =>
  new Proxy({}, { get: (_target, name) => create(String(name)) });

/**
 * Creates functions for all calls, over either host's bridge. A call rejects only with `ConsoleCallError`. An aborted
 * signal rejects the call immediately as `cancelled` and notifies the host.
 */
export const createConsoleClient = (bridge: ConsoleBridge): ConsoleApi => {
  const session = Math.random().toString(36).slice(2, 10);
  let calls = 0;

  const clientCall =
    (topic: string, verb: string) =>
    async (args: unknown, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<unknown> => {
      if (signal?.aborted) throw cancelledError();
      calls += 1;
      const callId = `${session}-${calls}`;
      const outcome = bridge.call(topic, verb, callId, args);
      if (!signal) return valueOf(await outcome);
      const settled = new AbortController();
      const stopped = new Promise<never>((_resolve, reject) => {
        const stop = (): void => {
          bridge.cancel(callId);
          reject(cancelledError());
        };
        signal.addEventListener('abort', stop, { signal: settled.signal });
      });
      try {
        return valueOf(await Promise.race([outcome, stopped]));
      } finally {
        settled.abort();
      }
    };

  return lazyRecord((topic) => lazyRecord((verb) => clientCall(topic, verb))) as ConsoleApi;
};
