/** Milliseconds since 1970. */
export interface Clock {
  /** By the clock of an organization, which control may have moved; by the system's where none is named. */
  now(organization?: number): Promise<number>;
}

/**
 * The clock that every part of the service reads: the system's, moved by the offset (milliseconds) that the store
 * holds for an organization. The store holds it, so that a moved clock survives a restart and every instance agrees.
 */
export const createClock = (
  readOffset: (organization: number) => Promise<number>,
  systemNow: () => number = Date.now,
): Clock => ({
  now: async (organization) => systemNow() + (organization === undefined ? 0 : await readOffset(organization)),
});
