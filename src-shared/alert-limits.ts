/**
 * How long and how many alerts and notices of one profile are kept, of how many it stays known that they were told, how
 * many rules it has, how many alerts a call gives, and
 * how many characters an id has.
 */
export const alertLimits = {
  days: 30,
  alerts: 5_000,
  known: 100_000,
  notices: 500,
  rules: 50,
  concurrency: 500,
  id: 200,
} as const;
