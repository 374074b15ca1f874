import { beforeEach, expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { createApiClient } from '../api-client/api-client.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createRedactor } from '../log/redactor.ts';
import { createCompanyDirectory } from './company-directory.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
});

/** A clock whose pauses end immediately. */
const clock: Clock = {
  now: () => new Date(nowMs),
  monotonic: () => nowMs,
  sleep: async (ms) => {
    nowMs += ms;
  },
};

type Answers = Awaited<ReturnType<HttpTransport>>;

const bytesOf = async function* (text: string) {
  yield new TextEncoder().encode(text);
};

const jsonReply = (value: object): Answers => ({
  status: 200,
  headers: new Headers({ 'content-type': 'application/json' }),
  body: bytesOf(JSON.stringify(value)),
});

/** Returns a page with one company whose name contains the page number. */
const pageReply = (page: number): Answers =>
  jsonReply({ results: [{ id: `c${page}`, name: `Company ${page}` }], page: { size: 1, total: 4 } });

/** @param failure returns the error to send for a page, or null to send the page */
function openDirectory(failure: (page: number) => Answers | null) {
  const known = new Set<string>();
  const requests: number[] = [];
  const reports: number[] = [];
  const api = createApiClient({
    clock,
    transport: async ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page'));
      requests.push(page);
      return failure(page) ?? pageReply(page);
    },
    version: '0',
    sanitizer: createRedactor(),
    binding: () => 'p',
    access: async () =>
      succeed({
        profileId: 'p',
        binding: 'p',
        baseURL: 'https://api.example',
        apiKey: 'ferry_test_0123456789abcdef',
        companiesPageSizeParameter: 'page_size',
        ended: new AbortController().signal,
      }),
  });
  const call = async (_: string, { companies }: { companies: readonly { id: string }[] }) => {
    for (const { id } of companies) known.add(id);
    return succeed({ changed: true, known: known.size });
  };
  const data: DataProcess = {
    isReady: () => true,
    afterStart: async () => undefined,
    call: call as never,
    onStart: () => () => {},
    onAlerts: () => () => {},
    onLost: () => () => {},
    close: async () => undefined,
  };
  const { signal } = new AbortController();
  const directory = createCompanyDirectory(
    { api, data },
    () => 'p',
    (count) => reports.push(count),
  );
  return { fill: () => directory.fill(signal), refresh: () => directory.refresh(signal), known, requests, reports };
}

const all = ['c1', 'c2', 'c3', 'c4'];
const failed = (status: number): Answers => ({ status, headers: new Headers(), body: null });

test(
  'the company list waits 55 s if the service requests it, and then has all names',
  { tags: ['@C31b', '@F1'] },
  async () => {
    let limitedUntil: number | null = null;
    const { fill, known } = openDirectory((page) => {
      if (page === 3) limitedUntil ??= nowMs + 55_000;
      const seconds = ((limitedUntil ?? 0) - nowMs) / 1000;
      return seconds > 0 ? { ...failed(429), headers: new Headers({ 'retry-after': `${seconds}` }) } : null;
    });
    await fill();
    expect([...known]).toEqual(all);
  },
);

test(
  'the company list resumes at the page with the transient error, at most twice',
  { tags: ['@C31b', '@F1'] },
  async () => {
    let fails = true;
    const { fill, known, requests } = openDirectory((page) => (fails && page === 3 ? failed(503) : null));
    await fill();
    expect([...known]).toEqual(['c1', 'c2']);
    fails = false;
    await fill();
    await fill();
    expect([[...known], requests]).toEqual([all, [1, 2, 3, 3, 3, 3, 4]]);
  },
);

test(
  'the company list gives up on a failing page after six calls, and on a refused page immediately',
  { tags: '@C31b' },
  async () => {
    const failing = openDirectory((page) => (page === 2 ? failed(503) : null));
    for (let calls = 0; calls < 9; calls += 1) await failing.fill();
    expect(failing.requests.filter((page) => page === 2)).toHaveLength(6 * 3);
    const withoutList = openDirectory(() => jsonReply({}));
    for (let calls = 0; calls < 9; calls += 1) await withoutList.fill();
    expect(withoutList.requests).toEqual([1, 1, 1, 1, 1, 1]);
    const refused = openDirectory(() => failed(403));
    await refused.fill();
    await refused.fill();
    expect(refused.requests).toEqual([1]);
  },
);

test('the company list is read again when a new company is reported', { tags: '@C31b' }, async () => {
  const { fill, refresh, requests } = openDirectory(() => null);
  await fill();
  await fill();
  await refresh();
  expect(requests).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});

test('a long company list is reported at its first page and once a second', { tags: '@C31b' }, async () => {
  const { fill, reports } = openDirectory(() => null);
  await fill();
  expect(reports).toEqual([1]);
  await expect.poll(() => reports).toEqual([1, 4]);
});
