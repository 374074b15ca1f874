import type { CompanyRow } from '../console-contract/companies-calls.ts';
import { asRecord, textOrNull } from './read-field.ts';
import type { ReadRow } from './read-listing.ts';

/** Reads one company; every field but `id` may be missing (the specification does not say which are required). */
export function readCompany(value: unknown): ReadRow<CompanyRow> {
  const row = asRecord(value);
  if (!row) return { ok: false, problem: 'It is not an object.' };
  const id = textOrNull(row['id']);
  if (!id) return { ok: false, problem: 'It has no id.' };
  return {
    ok: true,
    value: {
      id,
      created: textOrNull(row['created']),
      providerCompanyName: textOrNull(row['provider_company_name']),
      providerCompanyId: textOrNull(row['provider_company_id']),
      organizationId: textOrNull(row['organization_id']),
      sourceProvider: textOrNull(row['source_provider']),
    },
  };
}
