import { expect, test } from 'vitest';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { providerNames } from './provider-names.ts';

const from = (sourceProvider: string | null, index: number): CompanyRow => ({
  id: `company ${index}`,
  created: null,
  providerCompanyName: null,
  providerCompanyId: null,
  organizationId: null,
  sourceProvider,
});

test('C16 C31b providers by how many companies came from them; companies without one name none', () => {
  const companies = ['Quill', 'Atlas', 'Quill', null, 'Brook', ''].map(from);
  expect(providerNames(companies, 9)).toEqual(['Quill', 'Atlas', 'Brook']);
  expect(providerNames(companies, 1)).toEqual(['Quill']);
  expect(providerNames([], 9)).toEqual([]);
});
