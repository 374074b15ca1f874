import { createRandom } from '#service/store/base/random.ts';
import { createVirtualTime, type Owner } from './virtual-time.ts';

const uint32 = 2 ** 32;

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time before the call takes effect. */
  readonly toMs?: number | undefined;
  readonly backMs?: number | undefined;
}

/** Random values, virtual time and the trace of one run. Only the seed decides what happens. */
export const createWorld = (seed: number) => {
  const random = createRandom(seed, Math.floor(seed / uint32));
  const time = createVirtualTime(random);
  const trace: string[] = [];
  const server: Owner = { name: 'server', isDead: false };
  let onCall = (_owner: Owner): void => {};
  const latencyMs = (): number => (random.below(20) === 0 ? random.next() * 300 : random.next() * 5);
  const note = (text: string): void => {
    trace.push(`${time.now().toFixed(3)} ${time.owner().name}: ${text}`);
  };
  return {
    random,
    time,
    note,
    trace,
    chance: (share: number): boolean => random.next() < share,
    between: (low: number, high: number): number => low + random.next() * (high - low),
    onServer: (delayMs: number, act: () => void): void => void time.schedule(delayMs, act, server),
    /** Counts the calls of each process, so that it can be killed at any of them. */
    watchCalls: (watch: (owner: Owner) => void): void => {
      onCall = watch;
    },
    /**
     * Runs `perform` outside the calling process: it takes effect even if the process is killed meanwhile. The reply
     * of a killed process is dropped.
     */
    call: <Result>(
      perform: () => Result,
      { signal, toMs = latencyMs(), backMs = latencyMs() }: CallOptions = {},
    ): Promise<Result> => {
      const owner = time.owner();
      onCall(owner);
      return new Promise<Result>((resolve, reject) => {
        if (owner.isDead) return;
        if (signal?.aborted) return void reject(signal.reason as Error);
        const abort = (): void => reject(signal?.reason as Error);
        signal?.addEventListener('abort', abort, { once: true });
        const settle = (act: () => void): void => {
          time.schedule(
            backMs,
            () => {
              onCall(owner);
              if (owner.isDead) return;
              signal?.removeEventListener('abort', abort);
              act();
            },
            owner,
          );
        };
        time.schedule(
          toMs,
          () => {
            try {
              const result = perform();
              settle(() => resolve(result));
            } catch (error) {
              settle(() => reject(error as Error));
            }
          },
          server,
        );
        return undefined;
      });
    },
  };
};

export type World = ReturnType<typeof createWorld>;
