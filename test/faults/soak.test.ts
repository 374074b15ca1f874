import type { IncomingMessage, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { openTestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { json, startTestApi } from '#test/fixtures/service/test-api.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { builtData } from '#test/fixtures/system/built-programs.ts';

/** Eight hours by default in `npm run soak`; `FERRY_SOAK_SECONDS` shortens it. */
const full = Number(process.env['FERRY_SOAK_SECONDS'] ?? 8 * 60 * 60);
/** The quick run counts calls, not seconds: a busy machine makes few calls in a fixed time. */
const quickCalls = 2_000;
const work = isSoak ? `${full} s of work` : `${quickCalls} calls`;
/** One request in 97 gets a fault. The number is prime, so that faults hit different kinds of requests. */
const faultEvery = 97;
const parallelWorkers = 4;
const mebibyte = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const currentHeapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / mebibyte;
};

const faults: readonly ((request: IncomingMessage, reply: ServerResponse) => void)[] = [
  json(503, { type: 'api_error', message: 'busy' }),
  (_request, reply) => void reply.writeHead(429, { 'Retry-After': '0' }).end(),
  (request) => void request.socket.destroy(),
  (_request, reply) =>
    void reply.writeHead(200, { 'Content-Length': 900 }).write('{"results":[', () => reply.destroy()),
  (_request, reply) => void reply.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in to the network</h1>'),
];

const rows = Array.from({ length: 100 }, (_, index) => migrationOf(index + 1));

test(
  `soak: ${work} with 1 % faults cause no other failures and leave memory flat`,
  { tags: ['@C12', '@F20'], timeout: isSoak ? (full + 60) * 1_000 : 240_000 },
  async () => {
    let requestCount = 0;
    let faulty = 0;
    const api = await startTestApi((request, reply) => {
      requestCount += 1;
      const fault = requestCount % faultEvery === 0 ? faults[faulty % faults.length] : undefined;
      if (fault) {
        faulty += 1;
        fault(request, reply);
      } else if (request.url === '/healthz') json(200, { status: 'ok' })(request, reply);
      else if (request.url?.includes('companies'))
        json(200, { results: [], page: { size: 25, total: 0 } })(request, reply);
      else if (request.url?.includes('?'))
        json(200, { results: rows, page: { size: 100, total: 100 } })(request, reply);
      else json(200, rows[0])(request, reply);
    });
    const theConsole = openTestConsole({ launchData: createDataLauncher(builtData) });
    // Removes requests and events that the test itself stores, because they would dominate the measured memory.
    const stored = [api.requests, theConsole.events] as unknown as readonly unknown[][];
    const forget = setInterval(() => stored.forEach((list) => list.splice(0)), 1_000);
    const { call } = theConsole;
    const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url } as const;
    const { id: profileId } = valueOf(await call('profiles', 'add', draft));
    valueOf(await call('apiKey', 'set', { profileId, key: 'ferry_test_0123456789abcdef', storage: 'session' }));
    valueOf(await call('profiles', 'switch', { id: profileId }));
    const id = rows[0]?.id ?? '';
    const kinds = [
      () => call('migrations', 'list', { page: 1, pageSize: 100 }),
      () => call('migrations', 'get', { id }),
      () => call('companies', 'list', { page: 1, pageSize: 25 }),
      () => call('timeline', 'get', { id }),
      () => call('profiles', 'test', { id: profileId }),
    ];
    const codes = new Map<string, number>();
    let done = 0;
    const startedAt = performance.now();
    const isOver = (share: number): boolean =>
      isSoak ? performance.now() >= startedAt + full * 1_000 * share : done >= quickCalls * share;
    const workUntil = async (share: number): Promise<void> => {
      const lane = async (from: number) => {
        for (let step = from; !isOver(share); step += 1) {
          done += 1;
          const outcome = await kinds[step % kinds.length]?.();
          const code = outcome?.ok ? 'ok' : (outcome?.error.code ?? 'none');
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: parallelWorkers }, (_, index) => lane(index)));
    };
    await workUntil(1 / 2);
    const middle = currentHeapBytes();
    await workUntil(1);
    const growth = currentHeapBytes() - middle;
    clearInterval(forget);
    await theConsole.close();
    api.close();

    const good = codes.get('ok') ?? 0;
    const all = [...codes.values()].reduce((sum, count) => sum + count, 0);
    const expected = ['ok', 'unreadable_reply', 'offline', 'service_failed', 'rate_limited', 'wrong_service'];
    expect([...codes.keys()].filter((code) => !expected.includes(code))).toEqual([]);
    expect(faulty).toBeGreaterThan(requestCount / (2 * faultEvery));
    expect(good / all).toBeGreaterThan(0.98);
    expect(growth).toBeLessThan(8);
    console.log(
      `soak: ${all} calls, ${requestCount} requests, ${faulty} faults, ${Math.round(performance.now() - startedAt)} ms, heap ${growth.toFixed(1)} MiB in the second half`,
    );
  },
);
