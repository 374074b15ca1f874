/** The clock that every part of the service reads. Milliseconds since 1970. */
export interface Clock {
  /**
   * Returns the time of an organization's clock, which control may have moved, or the store's own time if no
   * organization is given. The store provides the time, so that all instances agree and a moved clock survives a
   * restart.
   */
  now(organization?: number): Promise<number>;
}
