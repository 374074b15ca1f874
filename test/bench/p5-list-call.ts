import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { bundleChunk } from '#build/vite/bundle-chunk.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { builtProgram } from './build-snapshot.ts';
import { compare, inUnit } from './comparison.ts';
import type * as ListCalls from './page/list-calls.ts';
import { type ConsoleWindow, inConsoleWindow } from './starts/in-console-window.ts';

/** The service's added latency, the goal for it, and the calls per sample. */
const cases = [
  { latencyMs: 0, goal: 2, calls: 40 },
  { latencyMs: 50, goal: 1.1, calls: 5 },
] as const;

interface BareCall {
  readonly url: string;
  readonly headers: Record<string, string>;
}

declare const listCalls: typeof ListCalls;

/** Creates another key of the running Sandbox: the console's own key never leaves its process. */
async function makeSandboxKey(userData: string): Promise<string> {
  const flags = ['keys', 'create', '--data', path.join(userData, 'sandbox'), '--description', 'Benchmark'];
  const { stdout } = await promisify(execFile)(process.execPath, [builtProgram('service', 'main.mjs'), ...flags]);
  return (JSON.parse(stdout) as { apiKey: string }).apiKey;
}

/** Bundles the console's client into a script that sets the global `listCalls`. */
async function bundledClient(): Promise<string> {
  const lib = {
    entry: path.join(import.meta.dirname, 'page', 'list-calls.ts'),
    formats: ['iife' as const],
    name: 'listCalls',
  };
  const { code } = await bundleChunk(projectRoot, { target: 'chrome108', lib });
  return `${code}\nglobalThis.listCalls = listCalls;`;
}

/** Loads the console's client into the page, and returns the equivalent bare call. */
async function prepare(page: Page, userData: string): Promise<BareCall> {
  await page.evaluate(await bundledClient());
  const address = await page.evaluate(() => listCalls.serviceAddress());
  const headers = { Authorization: `Bearer ${await makeSandboxKey(userData)}`, Accept: 'application/json' };
  return { url: `${address}/api/v1/migrations?page=1&page_size=25`, headers };
}

/** Milliseconds per call with the network stack of Electron's main process. */
const timeElectronCalls = (electron: ConsoleWindow['electron'], call: BareCall, times: number) =>
  electron.evaluate(
    async ({ session }, { url, headers, count }) => {
      const transport = session.fromPartition('bare-calls', { cache: false });
      const startedAt = performance.now();
      for (let done = 0; done < count; done += 1) {
        const reply = await transport.fetch(url, { headers, credentials: 'omit', cache: 'no-store' });
        JSON.parse(await reply.text());
      }
      return (performance.now() - startedAt) / count;
    },
    { ...call, count: times },
  );

async function measure({ name, page, electron, userData }: ConsoleWindow, run: BenchmarkRun): Promise<BenchmarkRow[]> {
  const call = await prepare(page, userData);
  const rows: BenchmarkRow[] = [];
  for (const { latencyMs, goal, calls } of cases) {
    if (latencyMs > 0) await mustCall(page, 'sandbox', 'addFault', { rule: { effect: { latency_ms: latencyMs } } });
    const timeBareCalls = () => timeElectronCalls(electron, call, calls);
    const timeConsoleCalls = () => page.evaluate((count) => listCalls.timeListCalls(count), calls);
    const comparison = {
      name: `${name}, ${latencyMs} ms added, / the transport alone`,
      goal,
      sides: ['list call', 'transport'],
      format: inUnit('ms', 2),
    } as const;
    const variants = { subject: timeConsoleCalls, base: timeBareCalls, control: timeBareCalls };
    rows.push(await compare(comparison, variants, run));
  }
  return rows;
}

export const p5ListCall: Benchmark = {
  id: 'P5',
  title: 'List call of 25 rows, renderer to typed rows / the same call on the bare transport',
  run: (run) => inConsoleWindow((opened) => measure(opened, run)),
};
