import { expect, test } from 'vitest';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import { findCompanies, providerNames } from './find-companies.ts';

const companyOf = (providerCompanyName: string | null): CompanyRow => ({
  id: `id of ${providerCompanyName}`,
  created: null,
  providerCompanyName,
  providerCompanyId: null,
  organizationId: null,
  sourceProvider: null,
});
const companies = ['Old Harbour', 'Change Ltd', 'Harlow & Vale', 'Halden Logistics', null].map(companyOf);
const names = (text: string, limit = 9) =>
  findCompanies(companies, text, limit).map(({ providerCompanyName }) => providerCompanyName);

test('companies whose names start with the search string come first', { tags: ['@C37', '@C31b'] }, () => {
  expect(names('HA')).toEqual(['Halden Logistics', 'Harlow & Vale', 'Old Harbour', 'Change Ltd']);
  expect(names('vale ha')).toEqual(['Harlow & Vale']);
  expect(names('ha', 1)).toEqual(['Halden Logistics']);
});

test('an empty search finds no company', { tags: '@C31b' }, () => {
  expect(names('  ')).toEqual([]);
  expect(names('x')).toEqual([]);
});

const from = (sourceProvider: string | null, index: number): CompanyRow => ({
  id: `company ${index}`,
  created: null,
  providerCompanyName: null,
  providerCompanyId: null,
  organizationId: null,
  sourceProvider,
});

test(
  'providers are sorted by how many companies came from them, and companies without a provider are left out',
  { tags: ['@C16', '@C31b'] },
  () => {
    const origins = ['Quill', 'Atlas', 'Quill', null, 'Brook', ''].map(from);
    expect(providerNames(origins, 9)).toEqual(['Quill', 'Atlas', 'Brook']);
    expect(providerNames(origins, 1)).toEqual(['Quill']);
    expect(providerNames([], 9)).toEqual([]);
  },
);
