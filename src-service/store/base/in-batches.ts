import { setImmediate as giveTurn } from 'node:timers/promises';

/** Yields to the event loop after each batch, because SQLite calls are synchronous and block timers and requests. */
export const inBatches = async (batch: () => Promise<number>, limit = Infinity): Promise<void> => {
  for (let done = 0; done < limit && (await batch()) > 0; done++) await giveTurn();
};
