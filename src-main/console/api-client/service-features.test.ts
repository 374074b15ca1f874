import { expect, test } from 'vitest';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { neverAborted } from '../clock/abort-signals.ts';
import { systemClock } from '../clock/clock.ts';
import { createFeatureReader } from './service-features.ts';

const access = {
  profileId: 'p',
  baseURL: 'https://api.example',
  apiKey: 'k',
  ended: neverAborted,
  binding: 'p',
  companiesPageSizeParameter: 'limit',
};
const offline = () => fail('offline', new Date());

/** Answers each read with `reply`, which the test changes. */
function createReader() {
  let elapsedMs = 0;
  const service = { reply: (): Outcome<object> => succeed({}), reads: 0 };
  const client = {
    read: async () => {
      service.reads += 1;
      return service.reply() as Outcome<never>;
    },
  };
  const has = createFeatureReader(client, { ...systemClock, monotonic: () => elapsedMs });
  return { service, has, pass: (ms: number) => (elapsedMs += ms) };
}
const fiveMinutes = 5 * 60_000;

test('a found feature stays found, and only a missing feature is read again', { tags: '@W14' }, async () => {
  const { service, has, pass } = createReader();
  service.reply = () => succeed({ version: '1', reports: true });
  const both = [has('reports', access, neverAborted), has('activity', access, neverAborted)];
  expect(await Promise.all(both)).toEqual([succeed(true), succeed(false)]);
  expect(service.reads).toBe(1);

  pass(fiveMinutes);
  service.reply = offline;
  expect(await has('reports', access, neverAborted)).toEqual(succeed(true));
  expect(service.reads).toBe(1);
  expect(await has('activity', access, neverAborted)).toMatchObject({ ok: false, error: { code: 'offline' } });

  service.reply = () => fail('not_found', new Date());
  expect(await has('activity', access, neverAborted)).toEqual(succeed(false));
  expect(await has('reports', access, neverAborted)).toEqual(succeed(true));
  pass(fiveMinutes);
  service.reply = () => succeed({ version: '2', reports: true, activity: true });
  expect(await has('activity', access, neverAborted)).toEqual(succeed(true));
});

test('a service that had no features and is unreachable gives its error', { tags: '@W14' }, async () => {
  const { service, has, pass } = createReader();
  service.reply = () => fail('not_found', new Date());
  expect(await has('reports', access, neverAborted)).toEqual(succeed(false));
  pass(fiveMinutes);
  service.reply = offline;
  expect(await has('reports', access, neverAborted)).toMatchObject({ ok: false, error: { code: 'offline' } });
});

test('a cancelled call ends while the shared read continues', { tags: '@W14' }, async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome<object>>();
  const client = { read: () => promise as Promise<Outcome<never>> };
  const has = createFeatureReader(client, systemClock);
  const call = new AbortController();
  const cancelled = has('reports', access, call.signal);
  const other = has('reports', access, neverAborted);
  call.abort();
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  resolve(succeed({ version: '1', reports: true }));
  expect(await other).toEqual(succeed(true));
});
