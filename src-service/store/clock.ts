/** The clock that every part of the service reads. Milliseconds since 1970. */
export interface Clock {
  /**
   * The time of an organization's clock, which control may have moved; without an organization, the store's own time.
   * It comes from the store, so that all instances agree and a moved clock survives a restart.
   */
  now(organization?: number): Promise<number>;
}
