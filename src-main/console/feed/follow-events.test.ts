import { expect, test } from 'vitest';
import { type AppError, createError, fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { Access } from '../api-client/service-client.ts';
import { systemClock } from '../clock/clock.ts';
import type { EventPage } from './event-client.ts';
import { followEvents } from './follow-events.ts';
import { eventPageOf as page } from './testing/event-page.ts';

const at = new Date('2026-11-20T10:00:00Z');
const request = { method: 'GET', path: '/webhooks/v1/events', host: 'a', tries: 1, durationMs: 1 };
/** Follows a service that sends these responses, and stops after the last response. */
const follow = async (replies: readonly Outcome<EventPage>[], onPage?: (page: EventPage) => Promise<void>) => {
  const stop = new AbortController();
  /** For each pause, true if a nudge ends it. */
  const soon: boolean[] = [];
  const requests: string[] = [];
  const pauses: number[] = [];
  const pages: EventPage[] = [];
  const troubles: AppError[] = [];
  const end = await followEvents(
    {
      clock: {
        ...systemClock,
        sleep: async (ms, signal) => {
          pauses.push(ms);
          soon.push(signal?.aborted === true);
        },
      },
      nudge: () => AbortSignal.abort(),
      access: async () => succeed({} as Access),
      events: async (_access, { after, waitSeconds }) => {
        const reply = replies[requests.length];
        requests.push(`${after} ${waitSeconds}`);
        if (reply === undefined) stop.abort();
        return reply ?? fail('cancelled', at);
      },
      after: 'latest',
      onPage: async (each) => {
        pages.push(each);
        await onPage?.(each);
      },
      onTrouble: (error) => troubles.push(error),
      random: () => 0.5,
    },
    stop.signal,
  );
  return { end, requests, pauses, soon, pages, troubles: troubles.map(({ code }) => code) };
};

test(
  'following the feed: each request resumes after the previous page and waits for the next event',
  { tags: '@X23' },
  async () => {
    const { requests, pages, end } = await follow([
      succeed(page('a')),
      succeed(page('b', ['evt_1'])),
      succeed(page('b')),
    ]);
    expect(requests).toEqual(['latest 0', 'a 25', 'b 25', 'b 25']);
    expect(pages.flatMap(({ events }) => events.map(({ id }) => id))).toEqual(['evt_1']);
    expect(end).toEqual({ kind: 'stopped' });
  },
);

test(
  'following the feed: failures are retried from the same cursor with growing pauses',
  { tags: ['@X23', '@F1'] },
  async () => {
    const limited = fail('rate_limited', at, { request: { ...request, status: 429, retryAfterMs: 60_000 } });
    const { requests, pauses, troubles } = await follow([
      succeed(page('a')),
      fail('offline', at),
      fail('timeout', at),
      limited,
      succeed(page('b')),
      fail('offline', at),
    ]);
    expect(requests).toEqual(['latest 0', 'a 25', 'a 0', 'a 0', 'a 0', 'b 25', 'b 0']);
    expect(pauses).toEqual([1_000, 2_000, 60_000, 1_000]);
    expect(troubles).toEqual(['offline', 'timeout', 'rate_limited', 'offline']);
  },
);

test(
  'following the feed: only a request without a response is retried before its pause ends',
  { tags: ['@X23', '@F1'] },
  async () => {
    const { soon } = await follow([
      fail('offline', at),
      fail('service_failed', at, { request: { ...request, status: 503 } }),
      fail('rate_limited', at, { request: { ...request, status: 429 } }),
      fail('timeout', at),
    ]);
    expect(soon).toEqual([true, false, false, true]);
  },
);

test('following the feed: the cursor advances only after a page has been processed', { tags: '@X23' }, async () => {
  const failing = follow([succeed(page('a', ['evt_1']))], async () => {
    throw new TypeError('not kept');
  });
  await expect(failing).rejects.toThrow('not kept');
});

test(
  'following the feed: an expired cursor and a refused request end the loop with different results',
  { tags: '@X23' },
  async () => {
    for (const status of [400, 410]) {
      const deleted = { request: { ...request, status } };
      expect((await follow([fail('invalid_request', at, deleted)])).end).toEqual({ kind: 'gap' });
    }
    for (const code of ['unauthorized', 'forbidden', 'not_found'] as const) {
      expect((await follow([fail(code, at)])).end).toEqual({ kind: 'refused', error: createError(code, at) });
    }
  },
);
