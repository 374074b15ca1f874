import { randomUUID } from 'node:crypto';
import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import type { ProviderCompany } from '../providers/source-provider.ts';

/** Maximum positions per organization. A row number is a safe integer for up to 2^21 organizations. */
export const rowsPerOrganization = 2 ** 32;

/** Row number of a position (starting at 1) in an organization's list. */
export const rowNumber = (organization: number, position: number): number =>
  organization * rowsPerOrganization + position;

export const organizationOf = (row: number): number => Math.floor(row / rowsPerOrganization);

export const positionOf = (row: number): number => row % rowsPerOrganization;

/** `created` is in milliseconds since 1970. */
export const newMigrationRow = (migration: Omit<Migration, 'object' | 'created'>, created: number): Migration => {
  const { id, ...others } = migration;
  return { object: 'migration', id, created: new Date(created).toISOString(), ...others };
};

export const newCompanyRow = (company: ProviderCompany, organizationId: string, created: number): Company => ({
  object: 'company',
  id: randomUUID(),
  created: new Date(created).toISOString(),
  provider_company_name: company.name,
  provider_company_id: company.idAtProvider,
  organization_id: organizationId,
  source_provider: company.provider,
});
