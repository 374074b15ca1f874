import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createRedactor } from '../log/redactor.ts';
import { sendWithRetry } from './send-with-retry.ts';

/** What a GET does where the service answers 429 with this header: how often it was sent, and its pauses. */
async function limitedBy(retryAfter: string, more: { readonly endsAtLongPause?: boolean } = {}) {
  const pauses: number[] = [];
  const sent = await sendWithRetry(
    async () => ({ status: 429, headers: new Headers({ 'retry-after': retryAfter }), body: null }),
    { method: 'GET', url: 'https://api.example/api/v1/migrations', headers: {} },
    {
      clock: { ...systemClock, sleep: async (ms) => void pauses.push(ms) },
      signal: new AbortController().signal,
      border: createRedactor(),
      ...more,
    },
  );
  return { tries: sent.tries, pauses };
}

test('C12 [fault] (F1) a pause that the service asks for is kept between tries', async () => {
  expect(await limitedBy('0')).toEqual({ tries: 3, pauses: [0, 0] });
  expect(await limitedBy('30')).toEqual({ tries: 3, pauses: [30_000, 30_000] });
});

test('C12 [fault] (F1) a longer pause than 30 s is not cut short: the person sees at once how long it is', async () => {
  expect(await limitedBy('31')).toEqual({ tries: 1, pauses: [] });
  expect(await limitedBy('240')).toEqual({ tries: 1, pauses: [] });
});

test('C12 [fault] (F1) where nobody waits, a longer pause does not end it: it is sent again after 30 s', async () => {
  expect(await limitedBy('55', { endsAtLongPause: false })).toEqual({ tries: 3, pauses: [30_000, 30_000] });
});
