import { afterEach, expect, test } from 'vitest';
import { requestLimits } from '#main/console/api-client/limits.ts';
import { sendWithRetry } from '#main/console/api-client/send-with-retry.ts';
import { type Clock, systemClock } from '#main/console/clock/clock.ts';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { createRedactor } from '#main/console/log/redactor.ts';
import { createNodeTransport } from '#main/hosts/node/node-transport.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { type Answer, json, startTestApi } from '#test/fixtures/service/test-api.ts';
import { builtData } from '#test/fixtures/system/built-programs.ts';

const dayMs = 24 * 60 * 60 * 1000;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

/** A clock whose wall time can jump while its monotonic time continues, as when a user sets the system clock. */
function settableClock(): Clock & { readonly setOffset: (ms: number) => void } {
  let off = 0;
  return { ...systemClock, now: () => new Date(Date.now() + off), setOffset: (ms) => (off = ms) };
}

async function open(clock: Clock, answer: Answer): Promise<TestConsole & { profileId: string }> {
  const api = await startTestApi(answer);
  const launchData = createDataLauncher(builtData);
  const theConsole = openTestConsole({ clock, launchData });
  cleanups.push(api.close, theConsole.close);
  const { call } = theConsole;
  const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url } as const;
  const { id: profileId } = valueOf(await call('profiles', 'add', draft));
  const key = 'ferry_test_0123456789abcdef';
  valueOf(await call('apiKey', 'set', { profileId, key, storage: 'keychain' }));
  valueOf(await call('profiles', 'switch', { id: profileId }));
  return { ...theConsole, profileId };
}

const list = ({ call }: TestConsole) => call('migrations', 'list', { page: 1, pageSize: 10 });

test.each([
  ['ahead', dayMs],
  ['behind', -dayMs],
])(
  'a call during which the clock jumps a day %s succeeds, and its durations add up',
  { tags: ['@C12', '@F6'] },
  async (_way, off) => {
    const clock = settableClock();
    const theConsole = await open(clock, (request, reply) => {
      if (request.url === '/healthz') return json(200, { status: 'ok' })(request, reply);
      clock.setOffset(off);
      setTimeout(() => json(200, { results: [migrationOf(1)] })(request, reply), 120);
    });
    const listedResult = valueOf(await list(theConsole));
    expect(listedResult.rows).toHaveLength(1);
    expect(Math.abs(Date.parse(listedResult.readAt) - Date.now() - off)).toBeLessThan(60_000);
    const totalMs = async () => {
      const { lines } = valueOf(await theConsole.call('requests', 'list', {}));
      return lines.find(({ path: requested }) => requested.startsWith('/api/v1/migrations'))?.totalMs ?? 0;
    };
    await expect.poll(totalMs).toBeGreaterThan(100);
    expect(await totalMs()).toBeLessThan(10_000);
  },
);

test.each([
  ['ahead', dayMs],
  ['behind', -dayMs],
])(
  'a stalled service times out at the deadline, even while the clock is a day %s',
  { tags: ['@C12', '@F6'] },
  async (_way, off) => {
    const clock = settableClock();
    const api = await startTestApi(() => clock.setOffset(off));
    cleanups.push(api.close);
    const startedAt = performance.now();
    const sendResult = await sendWithRetry(
      createNodeTransport({ proxiesFor: () => ({}) }),
      { method: 'POST', url: api.url, headers: {} },
      {
        clock,
        signal: new AbortController().signal,
        sanitizer: createRedactor(),
        limits: { ...requestLimits, firstByteMs: 300 },
      },
    );
    expect(sendResult).toMatchObject({ ok: false, code: 'timeout' });
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  },
);

test(
  'with a clock that is off by a day, a key looks a day older or new, and is never rejected as too old',
  { tags: ['@C2', '@F6'] },
  async () => {
    const clock = settableClock();
    const theConsole = await open(clock, json(200, { status: 'ok', results: [] }));
    const age = async () => {
      const { key } = valueOf(await theConsole.call('apiKey', 'state', { profileId: theConsole.profileId }));
      return [key?.ageDays, key?.age];
    };
    clock.setOffset(dayMs);
    expect(await age()).toEqual([1, 'fresh']);
    clock.setOffset(-dayMs);
    expect(await age()).toEqual([0, 'fresh']);
    expect((await list(theConsole)).ok).toBe(true);
    clock.setOffset(100 * dayMs);
    expect(await age()).toEqual([100, 'replace']);
    expect((await list(theConsole)).ok).toBe(true);
  },
);

test(
  'the timeline continues after a clock that was off by a day is corrected, and marks the jump of the clock',
  { tags: ['@W1', '@F6'] },
  async () => {
    const clock = settableClock();
    let status = 'WORKING';
    const { id } = migrationOf(1);
    const theConsole = await open(clock, (request, reply) => {
      json(200, { status: 'ok', results: [migrationOf(1, { status })] })(request, reply);
    });
    clock.setOffset(dayMs);
    valueOf(await list(theConsole));
    clock.setOffset(0);
    status = 'COMPLETE';
    valueOf(await list(theConsole));
    const { changes } = valueOf(await theConsole.call('timeline', 'get', { id }));
    expect(changes.map((entry) => [entry.status, entry.possible, entry.clockSetBack])).toEqual([
      ['WORKING', null, false],
      ['COMPLETE', true, true],
    ]);
  },
);
