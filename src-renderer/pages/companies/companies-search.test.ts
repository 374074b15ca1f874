import { expect, test } from 'vitest';
import { companyFilters, parseCompaniesSearch } from './companies-search.ts';

test('a company filter of white space is ignored', { tags: '@C32' }, () => {
  expect(companyFilters.active({ ...companyFilters.none, text: '  ' })).toBe(0);
});

test('the company filters are read from the route', { tags: '@C14' }, () => {
  expect(parseCompaniesSearch({ text: 2049, provider: 'Tallyroom', created: '7d' })).toMatchObject({
    text: '2049',
    provider: ['Tallyroom'],
    created: '7d',
  });
  expect(parseCompaniesSearch({ text: ['x'], provider: 3 })).toMatchObject(companyFilters.none);
});
