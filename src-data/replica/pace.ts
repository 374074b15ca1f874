export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** Lets a long computation yield every 8 ms. Rejects with `CancelledError` when the result is no longer needed. */
export type Pace = () => Promise<void> | undefined;

const sliceMs = 8;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createPace(signal?: AbortSignal): Pace {
  let startedAt = performance.now();
  const yieldToOtherTasks = async () => {
    await nextTurn();
    if (signal?.aborted) throw new CancelledError();
    startedAt = performance.now();
  };
  return () => {
    if (performance.now() - startedAt < sliceMs) return undefined;
    return yieldToOtherTasks();
  };
}
