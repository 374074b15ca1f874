import { expect, test } from 'vitest';
import { parseCompaniesSearch } from './companies-search.ts';
import { rowMatcher } from '../../components/listing/filters/value-filters.ts';
import { companyFilters } from './company-filters.ts';

const now = new Date(2026, 10, 20, 14, 31);
const row = {
  id: '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4',
  created: new Date(2026, 10, 20, 9).toISOString(),
  providerCompanyName: 'Łódzkie Meble',
  providerCompanyId: 'pl-020064',
  organizationId: null,
  sourceProvider: null,
};

test.each([
  [{ text: ' łÓDZ ' }, true],
  [{ text: 'PL-02' }, true],
  [{ text: '8f3c1d02-6b' }, true],
  [{ text: 'nothing' }, false],
  [{ provider: [''] }, true],
  [{ provider: ['Tallyroom'] }, false],
  [{ text: 'meble', created: '..2026-11-19' }, false],
])('filters %j on a company', { tags: '@C32' }, (filters, passes) => {
  expect(rowMatcher('companies', { ...companyFilters.none, ...filters }, now)(row)).toBe(passes);
});

test('white space is not a filter', { tags: '@C32' }, () => {
  expect(companyFilters.active({ ...companyFilters.none, text: '  ' })).toBe(0);
});

test('filters of companies are read from the route', { tags: '@C14' }, () => {
  expect(parseCompaniesSearch({ text: 2049, provider: 'Tallyroom', created: '7d' })).toMatchObject({
    text: '2049',
    provider: ['Tallyroom'],
    created: '7d',
  });
  expect(parseCompaniesSearch({ text: ['x'], provider: 3 })).toMatchObject(companyFilters.none);
});
