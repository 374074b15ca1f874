/** Limits of one request, in ms and bytes. */
export interface RequestLimits {
  /** From sending to the reply's head. */
  readonly firstByteMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  readonly totalMs: number;
  /** Of the decompressed body. */
  readonly bodyBytes: number;
}

export const requestLimits: RequestLimits = {
  firstByteMs: 10_000,
  idleMs: 15_000,
  totalMs: 30_000,
  bodyBytes: 10 * 1024 * 1024,
};
