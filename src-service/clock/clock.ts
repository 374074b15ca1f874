/** Milliseconds since 1970 by the service's own clock. */
export interface Clock {
  now(): Promise<number>;
}

/**
 * The clock that every part of the service reads: the system's, moved by the offset (milliseconds) that the store
 * holds. The store holds it, so that a moved clock survives a restart and every instance on one store agrees.
 */
export const createClock = (readOffset: () => Promise<number>, systemNow: () => number = Date.now): Clock => ({
  now: async () => systemNow() + (await readOffset()),
});
