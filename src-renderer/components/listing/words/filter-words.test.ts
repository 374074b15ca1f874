import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foldText } from '#shared/search-text/fold-text.ts';
import { setTimeZone } from '#ui/values/time-zone.ts';
import type { ConsoleApi } from '../../../api/console-api.ts';
import { createListFilters } from '../filters/field-filters.ts';
import { completeWord, removeWord, resolveWords, suggestWords, type WordTarget } from './filter-words.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:31:00Z'), toFake: ['Date'] });
  setTimeZone('utc');
});
afterEach(() => {
  vi.useRealTimers();
  setTimeZone('local');
});

const rows: Readonly<Record<string, readonly (readonly [key: string, label: string | null])[]>> = {
  status: [
    ['FAILED', null],
    ['REVERTING', null],
  ],
  company: [
    ['c1', 'Acme'],
    ['c2', 'Acme Ltd'],
    ['c3', 'Blue Lantern'],
    ['c4', 'Twin Oaks'],
    ['c5', 'Twin Oaks'],
  ],
  user: [['ada@example.com', null]],
};

const targetOf = (loaded = 3): WordTarget => {
  const groups = async ({ by, label = '' }: { readonly by: string; readonly label?: string }) => ({
    groups: (rows[by] ?? [])
      .filter(([key, name]) => loaded > 0 && foldText(name ?? key).includes(foldText(label)))
      .map(([key, name]) => ({ key, label: name, count: 2, newest: null })),
  });
  const search = async ({ text }: { readonly text: string }) =>
    text === 'globex' ? [{ id: 'c9', providerCompanyName: 'Globex' }] : [];
  const api = { loaded: { groups, state: async () => ({ rows: loaded }) }, companies: { search } };
  return { api: api as unknown as ConsoleApi, resource: 'migrations', filters: createListFilters('migrations').none };
};

test.each([
  ['status:failed', { status: ['FAILED'] }],
  ['status:FAIL,working', { status: ['FAILED', 'COMPLETED_WITH_FAILURES', 'WORKING'] }],
  ['status:reverting', { status: ['REVERTING'] }],
  ['status:pending-user-input', { status: ['PENDING_USER_INPUT'] }],
  ['company:acme', { company: ['c1'] }],
  ['company:ltd', { company: ['c2'] }],
  ['company:"blue lantern"', { company: ['c3'] }],
  ['company:globex', { company: ['c9'] }],
  ['company:"twin oaks"', { company: ['c4', 'c5'] }],
  ['company:8f3c1d02-1111-4222-8333-444455556666', { company: ['8f3c1d02-1111-4222-8333-444455556666'] }],
  ['user:ada', { user: ['ada@example.com'] }],
  ['created:7d', { created: '7d' }],
  ['created:2026-11-01', { created: '2026-11-01..2026-11-01' }],
  ['since:yesterday', { changed: 'yesterday' }],
  ['since:visit', { changed: 'visit' }],
  ['since:7d', { changed: '2026-11-14..' }],
  ['since:2026-11-02', { changed: '2026-11-02..' }],
  ['is:stuck', { attention: ['stuck'] }],
  ['STATUS:Failed is:handled', { status: ['FAILED'], attention: ['handled'] }],
])('the word %s sets the filters %j', { tags: '@C32' }, async (text, patch) => {
  expect(await resolveWords(targetOf(), text, true)).toMatchObject({ patch, problem: null });
});

test('a repeated word adds a value, also to chosen values', { tags: '@C32' }, async () => {
  const target = targetOf();
  const filters = { ...target.filters, status: ['WORKING'] };
  const { patch } = await resolveWords({ ...target, filters }, 'status:failed status:working status:reverting', true);
  expect(patch).toEqual({ status: ['WORKING', 'FAILED', 'REVERTING'] });
});

test.each([
  ['stats:failed ', "isn't a filter. Use status, company, user, created, since or is"],
  ['status:gone ', 'No status “gone” found. Use failed, reverting,'],
  ['company:nowhere ', 'No company “nowhere” found.'],
  ['created:2026-11-01..2026-11-99 ', 'Use a date (2026-11-20)'],
  ['since:soon ', "“soon” isn't a date. Use a date (2026-11-20), yesterday, visit, today, 7d or 30d."],
  ['created:2026-13-40 ', "“2026-13-40” isn't a date. Use a date (2026-11-20), today, 7d or 30d."],
])('the list shows a message for %s', { tags: '@C32' }, async (text, problem) => {
  const result = await resolveWords(targetOf(), text, false);
  expect(result).toMatchObject({ patch: {}, applied: [] });
  expect(result.problem).toContain(problem);
});

test(
  "a word is applied after a space or at the end of the input, and a link doesn't count as a word",
  { tags: '@C32' },
  async () => {
    expect((await resolveWords(targetOf(), 'status:failed', false)).applied).toEqual([]);
    expect((await resolveWords(targetOf(), 'status:failed ', false)).applied).toEqual(['status:failed']);
    for (const text of ['mailto:ada@example.com ', 'https://example.com ', '"stats:failed" ', 'Company: '])
      expect(await resolveWords(targetOf(), text, true)).toEqual({ patch: {}, applied: [], problem: null });
    expect(removeWord('ada status:failed lantern', 'status:failed')).toBe('ada lantern');
    expect(removeWord('is:stuckfor is:stuck ', 'is:stuck')).toBe('is:stuckfor ');
  },
);

test('without loaded rows, the typed user is the filter value', { tags: '@C32' }, async () => {
  expect((await resolveWords(targetOf(0), 'user:bo@example.com', true)).patch).toEqual({ user: ['bo@example.com'] });
  expect((await resolveWords(targetOf(), 'user:bo@example.com', true)).problem).toBe('No user “bo@example.com” found.');
});

test('completions offer filters, then their values, and replace the last word', { tags: '@C32' }, async () => {
  const labels = async (text: string, isOpened = false) =>
    (await suggestWords(targetOf(), text, isOpened)).map(({ label }) => label);
  expect(await labels('a')).toEqual([]);
  expect(await labels('', true)).toEqual(['status:', 'company:', 'user:', 'created:', 'since:', 'is:']);
  expect(await labels('ada cr')).toEqual(['created:']);
  expect(await labels('company:"blue l')).toEqual(['company:"Blue Lantern"']);
  expect(await labels('since:')).toEqual(['since:yesterday', 'since:visit', 'since:today', 'since:7d', 'since:30d']);
  const [filter] = await suggestWords(targetOf(), 'ada st', false);
  expect(filter && completeWord('ada st', filter)).toBe('ada status:');
  const [value] = await suggestWords(targetOf(), 'ada status:rev', false);
  expect(value).toMatchObject({ patch: { status: ['REVERTING'] }, note: '2' });
  expect(value && completeWord('ada status:rev', value)).toBe('ada ');
});

test('completions continue a list of values after a comma', { tags: '@C32' }, async () => {
  const suggest = async (text: string) => suggestWords(targetOf(), text, false);
  const [complete] = await suggest('status:failed,com');
  expect(complete).toMatchObject({ label: 'status:failed,complete', patch: { status: ['FAILED', 'COMPLETE'] } });
  expect(complete && completeWord('ada status:failed,com', complete)).toBe('ada ');
  expect(await suggest('company:"Blue Lantern","acme l')).toMatchObject([
    { label: 'company:"Blue Lantern","Acme Ltd"', patch: { company: ['c3', 'c2'] } },
  ]);
  expect((await suggest('status:failed,')).length).toBeGreaterThan(1);
  expect(await suggest('status:gone,com')).toEqual([]);
});

test('any input is read quickly', { tags: '@T12' }, async () => {
  const before = process.cpuUsage();
  for (const text of ['a:'.repeat(20_000), 'a:"'.repeat(15_000), `status:${'",'.repeat(15_000)}`, ' '.repeat(45_000)]) {
    await resolveWords(targetOf(), text, true);
    await suggestWords(targetOf(), text, true);
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
