import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { LoadedMigration } from '#shared/console-contract/loaded-calls.ts';
import type { exportColumns } from '#shared/console-contract/export-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';

type MigrationColumn = (typeof exportColumns)['migrations'][number];
type CompanyColumn = (typeof exportColumns)['companies'][number];

const migrationFields: Record<MigrationColumn, keyof LoadedMigration> = {
  id: 'id',
  created: 'created',
  status: 'status',
  created_by_user_id: 'createdByUserId',
  company_id: 'companyId',
  company_name: 'companyName',
  source_provider: 'provider',
};
const companyFields: Record<CompanyColumn, keyof CompanyRow> = {
  id: 'id',
  created: 'created',
  provider_company_name: 'providerCompanyName',
  provider_company_id: 'providerCompanyId',
  organization_id: 'organizationId',
  source_provider: 'sourceProvider',
};

export interface ExportField {
  /** As the file calls it, by the names of the API. */
  readonly name: string;
  /** As the console's rows call it. */
  readonly field: string;
}

/** The columns of a file, in the order asked for; all of them where none is, and none twice. */
export function fieldsOf(resource: LoadedResource, columns: readonly string[]): ExportField[] {
  const known: Readonly<Record<string, string>> = resource === 'migrations' ? migrationFields : companyFields;
  const asked = [...new Set(columns)].filter((name) => Object.hasOwn(known, name));
  return (asked.length === 0 ? Object.keys(known) : asked).map((name) => ({ name, field: known[name] ?? name }));
}
