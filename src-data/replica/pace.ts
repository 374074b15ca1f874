export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Lets a long computation yield every 8 ms. Rejects with `Cancelled` when the result is no longer needed. */
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
