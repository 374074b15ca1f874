import type { Company } from '#shared/migration-api/company.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import type { StatusEvent } from '#shared/webhooks-api/events.ts';
import { causeOf } from '../migration-engine/cause-of.ts';
import { copiedCounts } from '../migration-engine/copied-counts.ts';
import type { Run } from '../migration-engine/run.ts';
import { seededRun } from '../migration-engine/seeded-run.ts';

export type StatusDetails = NonNullable<StatusEvent['details']>;

/** `run` is undefined for sample data. */
export const statusDetails = (
  migration: Migration,
  run: Run | undefined,
  now: number,
  company: Company | undefined,
): StatusDetails | undefined => {
  if (!hasEnded(migration.status)) return undefined;
  const endedRun = run ?? seededRun(migration, now);
  return {
    cause: causeOf(endedRun),
    company:
      company === undefined
        ? null
        : { id: company.id, name: company.provider_company_name, provider: company.source_provider },
    counts: copiedCounts(endedRun, migration.id, now) ?? null,
  };
};
