/** A long computation is cancelled; it ends where it is. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * Called often by a long computation: lets other requests in when 8 ms have passed since the last time. Rejects with
 * `Cancelled` when nobody waits for the result any more.
 */
export type Pace = () => Promise<void> | undefined;

const sliceMs = 8;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createPace(signal?: AbortSignal): Pace {
  let startedAt = performance.now();
  const letOthersIn = async () => {
    await nextTurn();
    if (signal?.aborted) throw new Cancelled();
    startedAt = performance.now();
  };
  return () => {
    if (performance.now() - startedAt < sliceMs) return undefined;
    return letOthersIn();
  };
}
