import { expect, test } from 'vitest';
import { columnFields, exportColumns } from './fields.ts';

test("the columns of an exported file are the fields in order, with the API's names", { tags: '@C15' }, () => {
  expect(exportColumns).toEqual({
    migrations: ['id', 'created', 'status', 'created_by_user_id', 'company_id', 'company_name', 'source_provider'],
    companies: ['id', 'created', 'provider_company_name', 'provider_company_id', 'organization_id', 'source_provider'],
  });
});

test('the columns of the table are in order, each with a header', { tags: ['@C6', '@C7'] }, () => {
  const heads = (resource: 'migrations' | 'companies') => columnFields(resource).map(([, { label }]) => label);
  expect(heads('migrations')).toEqual([
    'Status',
    'Migration',
    'Company',
    'Started by',
    'Created',
    'Last changed',
    'Provider',
  ]);
  expect(heads('companies')).toEqual(['Company', 'Provider', "Provider's company ID", 'Company ID', 'Created']);
});
