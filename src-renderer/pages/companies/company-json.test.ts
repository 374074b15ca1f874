import { expect, test } from 'vitest';
import { companySchema } from '#shared/migration-api/company.ts';
import { companyJson } from './company-json.ts';

test('C15 a copied row is a company by the contract', () => {
  const row = {
    id: '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4',
    created: '2026-11-20T14:31:48.000Z',
    providerCompanyName: 'Łódzkie Meble',
    providerCompanyId: 'pl-020064',
    organizationId: '1d94a6b7-6b1e-4f2a-9c3d-0a1b2c3d4063',
    sourceProvider: 'Tallyroom',
  };
  const copied = companySchema.parse(JSON.parse(companyJson(row)));
  expect(copied.provider_company_name).toBe(row.providerCompanyName);
  expect(Object.values(copied)).toEqual(['company', ...Object.values(row)]);
});
