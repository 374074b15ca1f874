import { expect, test } from 'vitest';
import { operations } from '#shared/migration-api/operations.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import type { Finding } from '../../base/verification.ts';
import type { ListSurvey, SurveyedPage } from '../list-survey.ts';
import { type ContractRule, judge } from '../rule.ts';
import type { SurveyedCall } from '../send-surveyed.ts';
import type { Survey } from '../survey.ts';
import { feedRules } from './feed-rules.ts';
import { listRules } from './list-rules.ts';
import { replyRules } from './reply-rules.ts';

const call = (status: number | null, more: Partial<SurveyedCall> = {}): SurveyedCall => ({
  operation: operations.listCompanies,
  method: 'GET',
  path: '/api/v1/companies',
  authorization: null,
  expects: 'refusal',
  status,
  failure: status === null ? 'it took too long' : '',
  headers: new Headers(),
  text: '',
  json: {},
  hasKey: false,
  ...more,
});
const noList: ListSurvey = { operation: operations.listCompanies, pages: [], steady: null, ending: [], rows: [] };
const nothing: Survey = { calls: [], migrations: noList, companies: noList, single: [], feed: null, modals: [] };

function find(rules: readonly ContractRule[], id: string, survey: Partial<Survey>): Finding {
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw new TypeError(id);
  return judge(rule, { ...nothing, ...survey });
}

const verdictOfRefusals = (...statuses: readonly (number | null)[]): string => {
  const {
    state,
    found,
    places = [],
  } = find(replyRules, 'error_statuses', {
    calls: statuses.map((status) => call(status)),
  });
  return [state, found, ...places].join('; ');
};

test.each([401, 403, 400, 404, 421])('error_statuses: status %s counts as a refusal', { tags: '@W11' }, (status) => {
  expect(verdictOfRefusals(status, 401)).toBe('held; 2 checked');
});

test.each([200, 204, 302, 307, 500, 501])(
  "error_statuses: status %s doesn't count as a refusal",
  { tags: '@W11' },
  (status) => {
    expect(verdictOfRefusals(401, status)).toMatch(
      new RegExp(`^violated; .*; GET /api/v1/companies without a key: ${status}( instead|$)`),
    );
  },
);

test.each([null, 429, 502, 503, 504])(
  'error_statuses: status %s leaves the result unclear',
  { tags: '@W11' },
  (status) => {
    expect(verdictOfRefusals(401, status)).toMatch(/^unclear; An invalid request got no response: GET \/api/);
    expect(verdictOfRefusals(200, status)).toMatch(/^violated; /);
  },
);

test('key_echo: a call without a response is ignored', { tags: '@W11' }, () => {
  expect(find(replyRules, 'key_echo', { calls: [call(401), call(null)] }).found).toBe('1 checked');
  expect(find(replyRules, 'key_echo', { calls: [call(null)] }).state).toBe('skipped');
});

const page = (count: number, total: number | null, requestedSize = 5): SurveyedPage => ({
  call: call(200, { expects: 'success' }),
  number: 1,
  requestedSize,
  rows: Array.from({ length: count }, (_, index) => ({ id: String(index) })),
  count,
  size: null,
  total,
});
const sizesOf = (...pages: readonly SurveyedPage[]): Finding['state'] =>
  find(listRules, 'page_sizes', { companies: { ...noList, pages } }).state;

test('page_sizes: totals can grow with the list, but each total must match its page', { tags: '@W11' }, () => {
  expect(sizesOf(page(3, 3), page(4, 4))).toBe('held');
  expect(sizesOf(page(3, 4), page(4, 4))).toBe('violated');
  expect(sizesOf(page(3, null), page(4, null))).toBe('violated');
  // A different rule reports a wrong total.
  expect(sizesOf(page(4, 1_000), page(4, 0))).toBe('held');
});

const event = (id: string) => ({
  id,
  data: { id: `of ${id}`, status: 'NOT_READY' },
  sequence: 1,
  previous_status: null,
});
const read = (status: number | null, ids: readonly string[], next: unknown = 'cursor'): SurveyedCall =>
  call(status, { operation: listEvents, path: '/webhooks/v1/events', json: { results: ids.map(event), next } });
const verdictOfFeed = (first: SurveyedCall, again: SurveyedCall, following: SurveyedCall): Finding =>
  find(feedRules, 'webhook_feed', { feed: { first, again, following } });
const givenPage = read(200, ['a', 'b']);
const pageBehind = read(200, ['c']);

test('webhook_feed: a cursor must return the same events again, and then newer events', { tags: '@W11' }, () => {
  expect(verdictOfFeed(givenPage, givenPage, pageBehind).state).toBe('held');
  expect(verdictOfFeed(givenPage, read(200, ['b']), pageBehind).places).toEqual([
    expect.stringContaining('different events after the same cursor'),
  ]);
  expect(verdictOfFeed(givenPage, givenPage, read(200, ['b'])).state).toBe('violated');
  expect(verdictOfFeed(read(200, [], ''), read(200, []), read(200, [])).state).toBe('skipped');
});

test.each([null, 429, 500, 503])('webhook_feed: the result is unclear after status %s', { tags: '@W11' }, (status) => {
  const failed = read(status, []);
  for (const finding of [
    verdictOfFeed(failed, failed, failed),
    verdictOfFeed(givenPage, failed, pageBehind),
    verdictOfFeed(givenPage, givenPage, failed),
    verdictOfFeed(failed, givenPage, pageBehind),
  ]) {
    expect(finding.state).toBe('unclear');
    expect(finding.found).toMatch(/^The feed request got no response: GET \/webhooks/);
  }
});

test.each([undefined, null, '', 7])(
  'webhook_feed: a next cursor of %s is a separate violation',
  { tags: '@W11' },
  (next) => {
    const first = call(200, { json: { results: [event('a')], ...(next !== undefined && { next }) } });
    expect(verdictOfFeed(first, first, first).places).toEqual([expect.stringMatching(/, no cursor in next$/)]);
  },
);
