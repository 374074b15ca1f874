import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  deepLinkIn,
  linkOfFragment,
  linkProblems,
  maxLinkLength,
  readDeepLink,
  webLinkOf,
  writeDeepLink,
} from './deep-link.ts';

const id = '4ab8d1c0-f97e-4352-8a11-0c2d9e5f7b60';
const service = { environment: 'production', baseURL: 'https://api.ferry.example/eu', profile: 'Brightwater' } as const;
const whose = 'profile=Brightwater&service=https%3A%2F%2Fapi.ferry.example%2Feu&environment=production';

test('a link to a migration contains only its ID', { tags: '@C38' }, () => {
  const link = { page: 'migrations', id, search: {}, service: null };
  expect(readDeepLink(`ferry://migrations/${id}`)).toEqual({ link });
  expect(readDeepLink(`FERRY://migrations/${id.toUpperCase()}/`)).toEqual({ link });
});

test('a link to a view contains its filters, order and service, but no page number', { tags: '@C38' }, () => {
  const search = {
    page: 7,
    size: 100,
    view: 'all',
    sort: 'col-created desc',
    group: null,
    text: 'ada',
    created: '7d',
    status: ['FAILED', 'WORKING'],
    company: [],
    attention: ['stuck', 'handled'],
    open: null,
  };
  const written = writeDeepLink({ page: 'migrations', id: null, search, service });
  expect(written).toMatchObject({
    text: `ferry://migrations?status=FAILED&status=WORKING&attention=stuck&attention=handled&view=all&sort=col-created%20desc&created=7d&text=ada&${whose}`,
  });
  const company = writeDeepLink({ page: 'companies', id, search: {}, service });
  expect(company).toMatchObject({ text: `ferry://companies/${id}?${whose}` });
});

const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const sample = fc.record({
  page: fc.constantFrom('migrations' as const, 'companies' as const),
  text: value,
  view: fc.constantFrom('all'),
  values: fc.array(fc.oneof(value, fc.constant('')), { minLength: 1, maxLength: 4 }),
  profile: value,
});

test('a copied link is read unchanged from an email, a chat or brackets', { tags: ['@C38', '@T103'] }, () => {
  const around = fc.constantFrom(
    ['', ''],
    ['<', '>'],
    ['See (', ').'],
    ['[it](', '), please'],
    ['"', '".'],
    ['', '\nBye'],
    ['What about ', '?'],
    ['**', '**'],
  );
  fc.assert(
    fc.property(sample, around, ({ page, values, profile, ...search }, [before, after]) => {
      const filters = page === 'migrations' ? { status: values, company: values } : { provider: values };
      const written = writeDeepLink({
        page,
        id: null,
        search: { ...filters, ...search },
        service: { ...service, profile },
      });
      fc.pre('link' in written);
      expect(readDeepLink(written.text)).toEqual({ link: written.link });
      expect(deepLinkIn(`${before}${written.text}${after}`)).toBe(written.text);
      const webLink = webLinkOf('https://api.ferry.example/eu/open', written.text);
      expect(linkOfFragment(new URL(webLink).hash)).toBe(written.text);
      expect(deepLinkIn(`${before}${webLink}${after}`)).toBe(written.text);
    }),
  );
});

test('a string with no link or with only an ID contains no link', { tags: '@C38' }, () => {
  for (const text of ['ada', '', `ferry://migrations/${id}`, `ferry://companies/${id}`, `"ferry://migrations/${id}",`])
    expect(deepLinkIn(text)).toBeNull();
  for (const text of [`https://evil.example/opener#${whose}`, `https://api.example/open#settings?${whose}`])
    expect(deepLinkIn(text)).toBeNull();
  expect(deepLinkIn('ferry://settings')).toBe('ferry://settings');
});

const good = `ferry://migrations?status=FAILED&${whose}`;

test.each([
  [`ferry://settings?${whose}`, 'cut'],
  [`ferry://settings/${id}`, 'cut'],
  [`ferry:migrations/${id}`, 'cut'],
  [`xferry://migrations/${id}`, 'cut'],
  ['ferry://', 'cut'],
  [`ferry://migrations/${id.slice(1)}`, 'cut'],
  [`ferry://migrations/${id}#x`, 'cut'],
  [`ferry://migrations/${id}/../../settings`, 'cut'],
  [`ferry://user@migrations/${id}`, 'cut'],
  [`ferry://migrations:80/${id}`, 'cut'],
  [`ferry://migrations/${id} --flag`, 'cut'],
  [`ferry://migrations/${id}\n`, 'cut'],
  [`ferry://companies/${id}`, 'cut'],
  [`${good}%`, 'cut'],
  [`ferry://migrations?status&${whose}`, 'cut'],
  [`ferry://migrations/${id}?key=x`, 'unknown'],
  [`ferry://migrations/${id}?status=FAILED&${whose}`, 'unknown'],
  [`${good}&confirm=true`, 'unknown'],
  [`${good}&page=2`, 'unknown'],
  [`${good}&environment=test`, 'unknown'],
  [`${good}&text=a&text=b`, 'unknown'],
  [`${good}&text=a%00b`, 'unknown'],
  [`${good}&text=a%0Ab`, 'unknown'],
  [`ferry://companies?status=FAILED&${whose}`, 'unknown'],
  [`ferry://migrations?__proto__=x&${whose}`, 'unknown'],
  ['ferry://migrations', 'service'],
  ['ferry://migrations?status=FAILED', 'service'],
  [good.replace('production', 'prod'), 'service'],
  [good.replace('profile=Brightwater&', ''), 'service'],
  [good.replace('https%3A', 'javascript%3A'), 'service'],
  [good.replace('api.ferry', 'name%3Apassword%40api.ferry'), 'service'],
  [good.replace('%2Feu', '%3Fkey%3Dx'), 'service'],
  [`${good}&text=${'x'.repeat(maxLinkLength)}`, 'long'],
] as const)('an invalid link is rejected with a reason: %s', { tags: ['@C38', '@T13'] }, (link, problem) => {
  expect(readDeepLink(link)).toEqual({ problem });
  expect(linkProblems[problem]).toMatch(/\.$/);
});

test('any string is either a link to a known page or rejected', { tags: ['@C38', '@T13'] }, () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.anything(),
        value.map((rest) => `${good}&${rest}`),
      ),
      (text) => {
        const result = readDeepLink(text);
        const answer = 'link' in result ? result.link.page : result.problem;
        expect(['migrations', 'companies', ...Object.keys(linkProblems)]).toContain(answer);
      },
    ),
  );
});

test('a key typed into a search never becomes part of a link', { tags: ['@C38', '@T13'] }, () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9]{20,40}$/);
  fc.assert(
    fc.property(fc.constantFrom('ferry_live_', 'ferry_test_', 'Bearer '), secret, value, (prefix, rest, before) => {
      for (const search of [{ text: `${before}${prefix}${rest}` }, { user: ['ada', `${prefix}${rest}`] }]) {
        const written = writeDeepLink({ page: 'migrations', id: null, search, service });
        expect(written).toHaveProperty('refusal');
        expect(JSON.stringify(written)).not.toContain(rest);
      }
    }),
  );
});

test("a view that doesn't fit into a link gives an error message", { tags: '@C38' }, () => {
  const user = Array.from({ length: 100 }, (_, index) => `person-${index}-with-a-long-name@company.example`);
  expect(writeDeepLink({ page: 'migrations', id: null, search: { user }, service })).toEqual({
    refusal: 'The filters are too long for a link. Choose fewer values.',
  });
  expect(writeDeepLink({ page: 'migrations', id: null, search: { user: ['a\u0000b'] }, service })).toEqual({
    refusal: "This view contains characters that a link can't contain.",
  });
});
