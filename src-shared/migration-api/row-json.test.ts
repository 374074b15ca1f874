import { expect, test } from 'vitest';
import { companySchema } from './company.ts';
import { migrationSchema } from './migration.ts';
import { companyJson, migrationJson } from './row-json.ts';

test('a copied company row matches the contract', { tags: '@C15' }, () => {
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

test('a copied migration row matches the contract', { tags: '@C15' }, () => {
  const row = {
    id: '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4',
    created: '2026-11-20T14:31:48.000Z',
    status: 'PENDING_USER_INPUT',
    createdByUserId: 'ops@example.com',
    companyId: null,
  };
  expect(migrationSchema.parse(JSON.parse(migrationJson(row)))).toEqual({
    object: 'migration',
    id: row.id,
    created: row.created,
    status: row.status,
    created_by_user_id: row.createdByUserId,
    company_id: null,
  });
});
