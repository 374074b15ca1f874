import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';

/** A row by the names of the interface (specification, "Company"), as this console read it; missing fields are null. */
export const companyJson = (company: CompanyRow): string =>
  JSON.stringify(
    {
      object: 'company',
      id: company.id,
      created: company.created,
      provider_company_name: company.providerCompanyName,
      provider_company_id: company.providerCompanyId,
      organization_id: company.organizationId,
      source_provider: company.sourceProvider,
    },
    null,
    2,
  );
