/** The clock that every part of the service reads. Milliseconds since 1970. */
export interface Clock {
  /**
   * The time by the clock of an organization, which control may have moved; by the store's own where none is named. It
   * comes from the store, so that all instances on one store agree and a moved clock survives a restart.
   */
  now(organization?: number): Promise<number>;
}
