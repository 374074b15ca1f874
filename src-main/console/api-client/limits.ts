export interface RequestLimits {
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
  readonly bodyBytes: number;
}

export const requestLimits: RequestLimits = {
  firstByteMs: 10_000,
  idleMs: 15_000,
  totalMs: 30_000,
  bodyBytes: 10 * 1024 * 1024,
};
