import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { openModal } from '#service/testing/modal-flow.ts';
import type { TestService } from '#service/testing/test-service.ts';
import { startHostileServer } from '#test/fixtures/service/hostile-dav-server.ts';
import { promptMs } from '#test/fixtures/timing/prompt-end.ts';
import { callService, runService } from './run-service.ts';

interface State {
  readonly status: string;
  readonly login: { readonly trouble: string | null };
}

/** Limit of the 99th percentile latency of the API and `/livez` on an idle machine. */
const maxLatencyMs = 1_000;
/** Limit of memory growth since the service was ready, child processes included. */
const maxGrowthBytes = 300 * 1_048_576;

/** Memory of a process and its children; shared pages count once. */
const memoryOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [String(pid), ...children].reduce((sum, id) => {
    try {
      return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1_024;
    } catch {
      return sum;
    }
  }, 0);
};

/** Starts the built service, with a hostile server as its only source and destination. */
export const startAttackedService = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-hostile-'));
  const hostileServer = await startHostileServer();
  const file = path.join(folder, 'providers.json');
  const place = { kind: 'dav', address: hostileServer.url };
  const destination = { ...place, organization: 'Brightwater', user: 'ferry', password: 'secret' };
  const sources = [{ ...place, name: 'Harbour Mail' }];
  writeFileSync(file, JSON.stringify({ sources, destinations: [destination], allow_loopback: true }));
  const flags = ['--data', path.join(folder, 'data'), '--providers', file, '--ops-port', '0', '--migrations', '20'];
  const service = await runService([...flags, '--trust-proxy', '127.0.0.1', '--log-level', 'error']);
  const { pid = 0 } = service.child;
  const memoryAtStart = memoryOf(pid);
  let networks = 0;

  /** Opens a modal for an end user in a separate network, so that no login limit stops the attack. */
  const openFlow = async () => {
    const forwardedFor = `203.0.113.${(networks += 1)}`;
    const send: TestService['send'] = async ({ method = 'GET', url = '', bearer = service.line.apiKey, body }) => {
      const authorization = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
      const reply = await fetch(`${service.line.url}${url}`, {
        method,
        headers: { ...authorization, 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, body: await reply.json() } as Awaited<ReturnType<TestService['send']>>;
    };
    const { path: modal } = await openModal({ send } as TestService, 'ada@example.com');
    const post = async (call: string, body: unknown = {}) =>
      (await send({ method: 'POST', url: `${modal}/${call}`, bearer: null, body })).body as unknown as State;
    const state = async () => (await send({ url: `${modal}/state`, bearer: null })).body as unknown as State;
    await post('provider', { provider: 'Harbour Mail' });
    return { state, post, logIn: (user: string) => post('login', { user_name: user, password: 'secret' }) };
  };

  return {
    hostile: hostileServer,
    openFlow,
    /** Copies an account of the hostile server and returns the migration's last status. */
    copyAll: async (user: string): Promise<string> => {
      const { state, post, logIn } = await openFlow();
      const { login } = await logIn(user);
      if (login.trouble !== null) throw new Error(`The log-in failed: ${login.trouble}.`);
      await post('begin');
      for (;;) {
        const { status } = await state();
        if (status !== 'WORKING') return status;
        await delay(100);
      }
    },
    /** Runs `act` while other clients send requests, and checks their latency and the service's memory. */
    expectOthersServed: async (act: () => Promise<void>): Promise<void> => {
      const limitMs = await promptMs(maxLatencyMs);
      let memory = memoryAtStart;
      const latencies: number[] = [];
      const over = new AbortController();
      const repeat = async (send: () => Promise<unknown>): Promise<void> => {
        while (!over.signal.aborted) {
          const start = performance.now();
          await send();
          latencies.push(performance.now() - start);
          memory = Math.max(memory, memoryOf(pid));
          await delay(20);
        }
      };
      const others = [
        repeat(async () => (await fetch(`${service.line.opsUrl}/livez`)).arrayBuffer()),
        repeat(() => callService(service.line, '/api/v1/migrations?limit=10')),
      ];
      try {
        await act();
      } finally {
        over.abort();
        await Promise.all(others);
      }
      const sortedLatencies = latencies.toSorted((one, other) => one - other);
      expect(sortedLatencies[Math.floor(sortedLatencies.length * 0.99)]).toBeLessThan(limitMs);
      expect(memory - memoryAtStart).toBeLessThan(maxGrowthBytes);
    },
    end: async (): Promise<void> => {
      await service.end('SIGKILL');
      hostileServer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
