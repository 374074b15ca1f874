import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { canFollow, migrationSteps } from '#shared/migration-api/migration-steps.ts';

const statuses = Object.keys(migrationSteps) as MigrationStatus[];

/** Where one step leads from this status, in the order of a life; nowhere from an end or an unknown status. */
export const nextStatuses = (status: string): readonly MigrationStatus[] => {
  const from = statuses.find((each) => each === status);
  return from === undefined ? [] : statuses.filter((to) => canFollow(from, to));
};
