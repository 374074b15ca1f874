import type { Company } from '#shared/migration-api/company.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import type { StatusEvent } from '#shared/webhooks-api/events.ts';
import { causeOf } from '../migration-engine/cause-of.ts';
import { copiedCounts } from '../migration-engine/copied-counts.ts';
import type { Run } from '../migration-engine/run.ts';
import { seededRun } from '../migration-engine/seeded-run.ts';

export type StatusDetails = NonNullable<StatusEvent['details']>;

/** Whether the company must be read from the store, because the migration has a company that the run doesn't name. */
export const lacksCompany = ({ status, company_id: id }: Migration, run: Run | undefined): boolean =>
  hasEnded(status) && id !== null && (!run || run.companyName === null || run.provider === null);

/** `run` is undefined for sample data. `companyJson` is the company as the API returns it, if `lacksCompany`. */
export const statusDetails = (
  migration: Migration,
  run: Run | undefined,
  now: number,
  companyJson?: unknown,
): StatusDetails | undefined => {
  if (!hasEnded(migration.status)) return undefined;
  const endedRun = run ?? seededRun(migration, now);
  const storedCompany = typeof companyJson === 'string' ? (JSON.parse(companyJson) as Company) : undefined;
  const name = storedCompany?.provider_company_name ?? endedRun.companyName;
  const provider = storedCompany?.source_provider ?? endedRun.provider;
  const { company_id: id } = migration;
  return {
    cause: causeOf(endedRun),
    company: id === null || name === null || provider === null ? null : { id, name, provider },
    counts: copiedCounts(endedRun, migration.id, now) ?? null,
  };
};
