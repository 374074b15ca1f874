import { expect, test } from 'vitest';
import { operations } from '../migration-api/operations.ts';
import { findDrift } from './find-drift.ts';

const company = {
  object: 'company',
  id: '3b7e19c4-5d02-4fa8-9c61-70e2b8d4a15f',
  created: '2026-11-20T13:20:31.118Z',
  provider_company_name: 'Tern & Tide Seafood',
  provider_company_id: 'LL-2049381',
  organization_id: '0d8c4a7e-91b3-4f62-a5d0-c7e25a1f9b30',
  source_provider: 'Ledgerline',
};
const page = { size: 25, total: 2 };
const { listCompanies, getMigration, createLinkToken, checkHealth } = operations;

test('a documented response has no drift', { tags: '@W3' }, () => {
  expect(findDrift(listCompanies, 200, { results: [company, company], page })).toEqual([]);
});

test("counts that contradict a page's rows are drift, even with the right types", { tags: '@W3' }, () => {
  const drift = (count: number, size: number, total: number, requestCount?: number) =>
    findDrift(
      listCompanies,
      200,
      { results: Array.from({ length: count }, () => company), page: { size, total } },
      requestCount,
    ).map(({ kind, path }) => `${kind} ${path}`);
  expect(drift(1, 10, 0)).toEqual(['mistyped $.page.total']);
  expect(drift(3, 2, 9)).toEqual(['mistyped $.page.size']);
  expect(drift(2, 2, 3, 2)).toEqual(['mistyped $.page.total']);
  // Valid pages: a full page, the last page, an empty list, and a page past the end.
  expect([drift(2, 2, 4, 2), drift(1, 2, 3, 2), drift(0, 2, 0), drift(0, 2, 3, 9)]).toEqual([[], [], [], []]);
});

test('an undocumented field is reported once, with its number of places', { tags: '@W3' }, () => {
  const odd = { ...company, region: 'eu-north' };
  expect(findDrift(listCompanies, 200, { results: [company, odd, odd], page: { size: 25, total: 3 } })).toEqual([
    {
      kind: 'undocumented',
      path: '$.results[1].region',
      pattern: '$.results[*].region',
      places: 2,
      detail: "The contract doesn't have this field.",
    },
  ]);
});

test('a missing field differs from a mistyped field, even next to an undocumented field', { tags: '@W3' }, () => {
  const { source_provider: _left, ...less } = company;
  const drift = findDrift(listCompanies, 200, {
    results: [{ ...less, id: 7, 'a b': 1 }],
    page: { size: '25', total: 1 },
  });
  expect(drift.map(({ kind, path }) => [kind, path]).sort()).toEqual([
    ['missing', '$.results[0].source_provider'],
    ['mistyped', '$.page.size'],
    ['mistyped', '$.results[0].id'],
    ['undocumented', '$.results[0]["a b"]'],
  ]);
});

test('a null field counts as mistyped, not as missing', { tags: '@W3' }, () => {
  const drift = findDrift(listCompanies, 200, { results: [{ ...company, source_provider: null }], page });
  expect(drift).toMatchObject([{ kind: 'mistyped', path: '$.results[0].source_provider' }]);
});

test('both error shapes are documented, with any status of their class', { tags: '@W3' }, () => {
  expect(findDrift(getMigration, 404, { type: 'api_error', message: 'x' })).toEqual([]);
  expect(findDrift(getMigration, 422, { error: { code: 'invalid_parameter', message: 'x' } })).toEqual([]);
  expect(findDrift(getMigration, 404, { message: 'x' })).toMatchObject([{ kind: 'missing', path: '$.type' }]);
});

test('any 2xx response is compared with the documented body, except that of the health check', { tags: '@W3' }, () => {
  expect(findDrift(createLinkToken, 201, { link_token: 'a' })).toEqual([]);
  expect(
    findDrift(createLinkToken, 201, { token: 'a' })
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['missing', 'undocumented']);
  expect(findDrift(checkHealth, 200, 'fine')).toEqual([]);
});

test('HTML instead of JSON, a bare list and a redirect are drift', { tags: '@W3' }, () => {
  expect(findDrift(listCompanies, 200, undefined)).toMatchObject([{ kind: 'mistyped', path: '$' }]);
  expect(findDrift(listCompanies, 200, [company])).toMatchObject([{ kind: 'mistyped', path: '$' }]);
  expect(findDrift(listCompanies, 302, undefined)).toMatchObject([{ kind: 'undocumented', path: 'status' }]);
});
