/** `known`: remembered alerts. `concurrency`: alerts per call. `id`: characters in an ID. */
export const alertLimits = {
  days: 30,
  alerts: 5_000,
  known: 100_000,
  notices: 500,
  rules: 50,
  concurrency: 500,
  id: 200,
} as const;
