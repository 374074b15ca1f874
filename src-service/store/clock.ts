/** Times are in milliseconds since 1970. */
export interface Clock {
  /**
   * Returns an organization's time, which control may have moved, or by default the store's own time. The store
   * provides both, so that all instances agree and a moved clock survives a restart.
   */
  now(organization?: number): Promise<number>;
}
