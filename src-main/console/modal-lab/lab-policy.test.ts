import { expect, test } from 'vitest';
import { framingProblem } from './lab-policy.ts';

const lab = 'http://127.0.0.1:43118';
const problem = (headers: Record<string, string>, ancestors = [lab]) => framingProblem(new Headers(headers), ancestors);
const csp = (list: string) => ({ 'Content-Security-Policy': `default-src 'none'; frame-ancestors ${list}` });

test.each([
  ['no policy', {}],
  ['any port of this device', csp('http://127.0.0.1:* http://localhost:*')],
  ['exactly this origin', csp(lab)],
  ['everybody', csp('*')],
  ['the scheme', csp('http:')],
  ['a CSP that overrides X-Frame-Options', { ...csp(lab), 'X-Frame-Options': 'DENY' }],
])('the lab can embed a modal with this policy: %s', { tags: '@C16' }, (_name, headers) => {
  expect(problem(headers as Record<string, string>)).toBeNull();
});

test.each([
  ['no origin', csp("'none'"), "frame-ancestors 'none'"],
  ['its own pages', csp("'self'"), "frame-ancestors 'self'"],
  ['another port', csp('http://127.0.0.1:43119'), 'frame-ancestors http://127.0.0.1:43119'],
  ['another scheme', csp('https://127.0.0.1:43118'), 'frame-ancestors https://127.0.0.1:43118'],
  ['a wildcard of another host', csp('https://*.example.com'), 'frame-ancestors https://*.example.com'],
  ['X-Frame-Options', { 'X-Frame-Options': 'sameorigin' }, 'X-Frame-Options: sameorigin'],
  [
    'the second of two policies',
    { 'Content-Security-Policy': `frame-ancestors *, frame-ancestors 'none'` },
    "frame-ancestors 'none'",
  ],
])("the lab can't embed a modal with this policy: %s", { tags: '@C16' }, (_name, headers, why) => {
  expect(problem(headers as Record<string, string>)).toBe(why);
});

test('the lab checks the modal policy against every ancestor page', { tags: '@C16' }, () => {
  expect(problem(csp(lab), [lab, 'http://127.0.0.1:4000'])).toBe(`frame-ancestors ${lab}`);
});
