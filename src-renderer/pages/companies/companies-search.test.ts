import { expect, test } from 'vitest';
import { companyFilters, parseCompaniesSearch } from './companies-search.ts';

test('white space is ignored as a filter of companies', { tags: '@C32' }, () => {
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
