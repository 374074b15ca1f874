import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { Random } from '../store/base/random.ts';

type Weights = Readonly<Partial<Record<MigrationStatus, number>>>;

const hour = 3_600_000;

/** Weights of statuses by age. Most recent migrations are in progress, most older ones have ended; a few are stuck. */
const weightsByAge: readonly { readonly below: number; readonly weights: Weights }[] = [
  {
    below: hour,
    weights: {
      NOT_READY: 20,
      NOT_STARTED: 12,
      WORKING: 30,
      PENDING_USER_INPUT: 12,
      COMPLETE: 18,
      FAILED: 4,
      COMPLETED_WITH_FAILURES: 4,
    },
  },
  {
    below: 24 * hour,
    weights: {
      NOT_STARTED: 4,
      WORKING: 12,
      PENDING_USER_INPUT: 10,
      COMPLETE: 50,
      COMPLETED_WITH_FAILURES: 9,
      FAILED: 8,
      LOGIN_ABANDONED: 7,
    },
  },
  {
    below: 14 * 24 * hour,
    weights: {
      WORKING: 1,
      PENDING_USER_INPUT: 4,
      COMPLETE: 72,
      COMPLETED_WITH_FAILURES: 9,
      FAILED: 6,
      LOGIN_ABANDONED: 8,
    },
  },
  {
    below: Infinity,
    weights: { PENDING_USER_INPUT: 0.4, COMPLETE: 75, COMPLETED_WITH_FAILURES: 10, FAILED: 6, LOGIN_ABANDONED: 8.6 },
  },
];

const tables = weightsByAge.map(({ below, weights }) => {
  const entries = Object.entries(weights) as [MigrationStatus, number][];
  return { below, entries, sum: entries.reduce((sum, [, weight]) => sum + weight, 0) };
});

/** `age` is in milliseconds. */
export const statusAtAge = (random: Random, age: number): MigrationStatus => {
  const table = tables.find(({ below }) => age < below) ?? tables[tables.length - 1];
  let weightLeft = random.next() * (table?.sum ?? 0);
  for (const [status, weight] of table?.entries ?? []) {
    weightLeft -= weight;
    if (weightLeft < 0) return status;
  }
  return 'COMPLETE';
};

/** A migration gets its company at the login. */
export const hasCompany = (status: MigrationStatus): boolean => status !== 'NOT_READY' && status !== 'LOGIN_ABANDONED';
