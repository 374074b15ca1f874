import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { openTestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { migrationOf } from '#test/fixtures/service/stand-in-service.ts';
import { json, startTestApi } from '#test/fixtures/service/test-api.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

/** Eight hours in `npm run soak`; `FERRY_SOAK_SECONDS` makes them fewer. */
const full = Number(process.env['FERRY_SOAK_SECONDS'] ?? 8 * 60 * 60);
const seconds = isSoak ? full : 30;
const faultShare = 0.01;
const sideBySide = 4;
const mebibyte = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapNow = (): number => {
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
  `C12 [fault] (F20) soak: ${seconds} s of work with 1 % faults, no failure of its own, flat memory`,
  async () => {
    let turn = 0;
    let faulty = 0;
    const api = await startTestApi((request, reply) => {
      const fault = Math.random() < faultShare ? faults[(turn += 1) % faults.length] : undefined;
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
    const theConsole = openTestConsole({ launchData: createDataLauncher(path.join(projectRoot, 'out/data/main.mjs')) });
    // What the fixtures keep of requests and events would be most of the memory here.
    const kept = [api.requests, theConsole.events] as unknown as readonly unknown[][];
    const forget = setInterval(() => kept.forEach((list) => list.splice(0)), 1_000);
    const { call } = theConsole;
    const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url } as const;
    const { id: profileId } = valueOf(await call('profiles', 'add', draft));
    valueOf(await call('apiKey', 'set', { profileId, key: 'ferry_test_0123456789abcdef', storage: 'session' }));
    valueOf(await call('profiles', 'switch', { id: profileId }));
    const id = rows[0]?.id ?? '';
    const work = [
      () => call('migrations', 'list', { page: 1, pageSize: 100 }),
      () => call('migrations', 'get', { id }),
      () => call('companies', 'list', { page: 1, pageSize: 25 }),
      () => call('timeline', 'get', { id }),
      () => call('profiles', 'test', { id: profileId }),
    ];
    const codes = new Map<string, number>();
    const until = async (end: number): Promise<void> => {
      const lane = async (from: number) => {
        for (let step = from; performance.now() < end; step += 1) {
          const outcome = await work[step % work.length]?.();
          const code = outcome?.ok ? 'ok' : (outcome?.error.code ?? 'none');
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: sideBySide }, (_, index) => lane(index)));
    };
    const startedAt = performance.now();
    await until(startedAt + (seconds / 2) * 1_000);
    const middle = heapNow();
    await until(startedAt + seconds * 1_000);
    const growth = heapNow() - middle;
    clearInterval(forget);
    await theConsole.close();
    api.close();

    const good = codes.get('ok') ?? 0;
    const all = [...codes.values()].reduce((sum, count) => sum + count, 0);
    const expected = ['ok', 'unreadable_reply', 'offline', 'service_failed', 'rate_limited', 'wrong_service'];
    expect([...codes.keys()].filter((code) => !expected.includes(code))).toEqual([]);
    expect(faulty).toBeGreaterThan(seconds / 10);
    expect(good / all).toBeGreaterThan(0.98);
    expect(growth).toBeLessThan(8);
    console.log(
      `soak: ${all} calls in ${seconds} s, ${faulty} faults, heap ${growth.toFixed(1)} MiB in the second half`,
    );
  },
  (seconds + 60) * 1_000,
);
