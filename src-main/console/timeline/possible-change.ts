import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { migrationSteps } from '#shared/migration-api/migration-steps.ts';

const known = (status: string): MigrationStatus | undefined => migrationStatuses.find((one) => one === status);

/**
 * Whether the known steps lead from one status to the other, over others that nobody saw; null where one of them is
 * not documented.
 */
export function isPossibleChange(from: string, to: string): boolean | null {
  const start = known(from);
  const end = known(to);
  if (!start || !end) return null;
  const reached = new Set<MigrationStatus>();
  const open = [start];
  for (let status = open.pop(); status; status = open.pop()) {
    for (const next of Object.values(migrationSteps[status])) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached.has(end);
}
