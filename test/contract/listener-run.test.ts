import { afterEach, expect, test } from 'vitest';
import { openDataInProcess } from '#data/testing/data-in-process.ts';
import { type AppError, createError, fail, succeed } from '#shared/app-error.ts';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import type { StoredListener } from '#shared/data-messages/listener-messages.ts';
import type { BaseTopics } from '#main/console/base-topics/base-topics.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import type { DataProcess } from '#main/console/data/data-process.ts';
import type { EventPage } from '#main/console/feed/event-client.ts';
import type { FollowResult } from '#main/console/feed/follow-events.ts';
import { eventPageOf } from '#main/console/feed/testing/event-page.ts';
import { runListener, type RunState } from '#main/console/listener/listener.ts';
import { createRedactor } from '#main/console/log/redactor.ts';
import type { Network } from '#main/console/network/network-topic.ts';
import { type HttpRequest, TransportError } from '#main/console/ports/http-transport.ts';

const at = new Date('2026-11-20T10:00:00Z');
const off: RunState = { feed: 'off', problem: null, receiverNextAt: null };
const page = (next: string, from = 0, count = 0): EventPage =>
  eventPageOf(
    next,
    Array.from({ length: count }, (_, index) => `evt_${from + index}`),
  );
const none = {
  type: null,
  timestamp: null,
  migrationId: null,
  companyId: null,
  previousStatus: null,
  status: null,
};
/** The pages of one feed read, and how it ends. Without an end it runs until stopped. */
type FeedPass = readonly [pages: readonly EventPage[], end?: FollowResult];
const gap: FollowResult = { kind: 'gap' };

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

const run = async (
  passes: readonly FeedPass[],
  place: {
    readonly address?: string;
    readonly isThere?: () => boolean;
    readonly failure?: () => AppError | null;
    /** Called with each reply of the data process before the listener gets it. */
    readonly onAnswer?: (name: string, value: unknown) => void;
    readonly beforePage?: (index: number) => Promise<void> | undefined;
    /** Number of events that the stored listener has waiting at the start. */
    readonly waiting?: number;
  } = {},
) => {
  const { address = null, isThere = () => true, failure = () => null, onAnswer, beforePage, waiting = 0 } = place;
  const stop = new AbortController();
  stops.push(stop);
  const ask = openDataInProcess();
  const unread = { cursor: null, keptAt: null, gapAt: null, gapFrom: null, gapUntil: null };
  const created: StoredListener = {
    isOn: true,
    isPaused: false,
    address,
    secret: 's',
    previousSecret: null,
    renewedAt: null,
    service: 'a',
    ...unread,
  };
  await ask('changeListener', { profileId: 'p', change: {}, initial: created });
  const events = Array.from({ length: waiting }, (_, index) => ({ ...none, id: `evt_${index}`, body: '{}' }));
  await ask('keepEvents', {
    profileId: 'p',
    place: { cursor: 'before', service: 'b' },
    events,
    state: 'waiting',
    at: 1,
  });
  const followedUrls: string[] = [];
  const sent: string[] = [];
  const sleepTimes: number[] = [];
  const states: RunState[] = [off];
  const started = runListener(
    {
      clock: {
        ...systemClock,
        sleep: async (ms, signal) => {
          sleepTimes.push(ms);
          // Shortens every wait, except idle waits of 60 s or more, which only a wake-up ends.
          await systemClock.sleep(ms < 60_000 ? 20 : ms, signal);
        },
      },
      data: {
        call: async (name, args) => {
          const error = failure();
          if (error !== null) return fail(error.code, at);
          const value = await ask(name, args);
          onAnswer?.(name, value);
          return succeed(value);
        },
      } as DataProcess,
      feed: {
        follow: async (_label, { after, onPage }, signal) => {
          const [pages, end] = passes[followedUrls.length] ?? [[]];
          followedUrls.push(after);
          for (const [index, each] of pages.entries()) {
            await beforePage?.(index);
            await onPage(each);
          }
          if (end) return end;
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          return { kind: 'stopped' };
        },
      },
      network: {
        postHere: async (_address: string, { headers }: HttpRequest) => {
          if (!isThere()) throw new TransportError('offline', 'refused', true);
          sent.push(headers['webhook-id'] ?? '');
          return { status: 204, headers: new Headers(), body: null };
        },
      } as unknown as Network,
      ports: { redactor: createRedactor() } as unknown as BaseTopics['ports'],
    },
    { profileId: 'p', service: 'a', address, secret: 's', isPaused: false },
    {
      onState: (part) => states.push({ ...(states.at(-1) ?? off), ...part }),
      onKept: () => undefined,
    },
    stop.signal,
  );
  return {
    ask,
    stop,
    followed: followedUrls,
    sent,
    slept: sleepTimes,
    states,
    wake: started.wake,
    pause: started.pause,
    last: () => states.at(-1) ?? off,
  };
};

const pollOptions = { timeout: 60_000, interval: 5 };

test(
  'listen: after an expired cursor, the listener reads from the oldest event and reports missing events',
  { tags: '@W10' },
  async () => {
    const { followed, ask, last } = await run([
      [[page('a')], gap],
      [[page('b', 0, 1)], gap],
      [[page('c', 1, 1)], gap],
      [[page('d', 2, 1)]],
    ]);
    await expect.poll(() => followed, pollOptions).toEqual(['latest', '', '', '']);
    await expect.poll(async () => (await ask('listenerOf', { profileId: 'p' }))?.cursor, pollOptions).toBe('d');
    expect((await ask('listenerOf', { profileId: 'p' }))?.gapAt).not.toBeNull();
    expect(last()).toMatchObject({ feed: 'following', problem: null });
  },
);

test(
  'listen: after the user dismisses a report of missing events, a new report starts with later events',
  { tags: '@W10' },
  async () => {
    let seenAt = 0;
    const { followed, ask } = await run(
      [[[page('a')], gap], [[page('b', 0, 1), page('c', 1, 1)], gap], [[page('d', 2, 1)]]],
      {
        beforePage: async (index) => {
          if (index !== 1) return;
          const observed = { gapAt: null, gapFrom: null, gapUntil: null };
          await ask('changeListener', { profileId: 'p', change: observed, initial: null });
          seenAt = Date.now();
        },
      },
    );
    await expect.poll(async () => (await ask('listenerOf', { profileId: 'p' }))?.cursor, pollOptions).toBe('d');
    expect(followed).toEqual(['latest', '', '']);
    expect((await ask('listenerOf', { profileId: 'p' }))?.gapFrom).toBeGreaterThanOrEqual(seenAt);
  },
);

test('listen: the listener gives up on a service that accepts no cursor', { tags: '@W10' }, async () => {
  const { followed, last } = await run([
    [[page('a')], gap],
    [[], gap],
  ]);
  await expect.poll(() => last().feed, pollOptions).toBe('refused');
  expect(followed).toEqual(['latest', '']);
});

test("listen: without forwarding, the limit for pending events doesn't apply", { tags: '@W10' }, async () => {
  const { ask } = await run([[[page('a', 9_000, 1), page('b', 9_001, 1)]]], { waiting: listenerLimits.waiting });
  await expect.poll(async () => (await ask('listenerOf', { profileId: 'p' }))?.cursor, pollOptions).toBe('b');
});

test(
  'listen: after all pending events were discarded, the next event is sent immediately',
  { tags: '@W10' },
  async () => {
    let isThere = false;
    const { promise: cleared, resolve } = Promise.withResolvers<void>();
    const { ask, sent, wake, last } = await run([[[page('a', 0, 1), page('b', 1, 1)]]], {
      address: 'http://127.0.0.1:1/',
      isThere: () => isThere,
      beforePage: (index) => (index === 1 ? cleared : undefined),
    });
    await expect.poll(() => last().receiverNextAt, pollOptions).not.toBeNull();
    await ask('clearEvents', { profileId: 'p', waiting: true });
    wake();
    await expect.poll(() => last().receiverNextAt, pollOptions).toBeNull();
    isThere = true;
    resolve();
    await expect.poll(() => sent, pollOptions).toEqual(['evt_1']);
  },
);

test('listen: an event that arrives during a pause waits until the user resumes', { tags: '@W10' }, async () => {
  const { promise: startedRun, resolve: start } = Promise.withResolvers<void>();
  let previousSleepMs: number | null = null;
  const { sent, slept, pause } = await run([[[page('a', 0, 1)]]], {
    address: 'http://127.0.0.1:1/',
    beforePage: () => startedRun,
    onAnswer: (name, value) => {
      if (name !== 'nextEvent' || value === null || previousSleepMs !== null) return;
      previousSleepMs = slept.length;
      pause(true);
    },
  });
  start();
  await expect.poll(() => previousSleepMs !== null && slept.length > previousSleepMs, pollOptions).toBe(true);
  expect(sent).toEqual([]);
  pause(false);
  await expect.poll(() => sent, pollOptions).toEqual(['evt_0']);
});

test(
  'listen: events that cannot be saved are reported and retried with longer delays until saving works',
  { tags: ['@W10', '@F50'] },
  async () => {
    let isFull = true;
    const failure = () => (isFull ? createError('data_unavailable', at) : null);
    const { slept, last } = await run([[[page('a')]]], { failure });
    await expect.poll(last, pollOptions).toMatchObject({ feed: 'trouble', problem: 'data_unavailable' });
    await expect.poll(() => slept.slice(0, 4), pollOptions).toEqual([500, 1_000, 2_000, 4_000]);
    isFull = false;
    await expect.poll(last, pollOptions).toMatchObject({ feed: 'following', problem: null });
  },
);
