import { setTimeout as pause } from 'node:timers/promises';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { createNodeTransport } from '#main/hosts/node/node-transport.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import type { Benchmark } from './benchmark.ts';
import { builtProgram } from './build-snapshot.ts';
import { compare, inUnit } from './comparison.ts';
import { startMeasured } from './measured-process.ts';
import { pagePath } from './service-with-rows.ts';
import { withScratchFolder } from './starts/scratch-folder.ts';

const rows = 100_000;
const pageSize = 100;
const concurrency = 2;

/** Time from the call to the last row, with progress events on, as in real use. */
async function timeLoadAll({ call }: TestConsole): Promise<number> {
  const startedAt = performance.now();
  valueOf(await call('loaded', 'start', { resource: 'migrations' }));
  for (;;) {
    const { phase, rows: loaded, problem } = valueOf(await call('loaded', 'state', { resource: 'migrations' }));
    if (phase === 'complete' && loaded === rows) {
      const took = performance.now() - startedAt;
      // Waits until the timeline has stored the load's statuses, because that work would slow down the next
      // measurement.
      valueOf(await call('timeline', 'count', {}));
      return took;
    }
    if (phase !== 'loading') throw new Error(`${phase} with ${loaded} rows: ${problem?.code}`);
    await pause(20);
  }
}

/** Fetches the same pages, and page 1 once more, two at a time, and discards the bodies. */
async function timeBareLoop(url: string, apiKey: string): Promise<number> {
  const transport = createNodeTransport({ proxiesFor: () => ({}) });
  const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' };
  const { signal } = new AbortController();
  const pages = Array.from({ length: rows / pageSize + 1 }, (_, at) => (at === rows / pageSize ? 1 : at + 1));
  const lane = async () => {
    for (let page = pages.shift(); page !== undefined; page = pages.shift()) {
      const reply = await transport({ method: 'GET', url: url + pagePath(page, pageSize), headers, signal });
      for await (const piece of reply.body ?? []) void piece;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, lane));
  return performance.now() - startedAt;
}

export const p15LoadAll: Benchmark = {
  id: 'P15',
  title: 'Load all of 100,000 migrations / the same pages by a bare loop on the same transport',
  run: (run) =>
    withScratchFolder(async (folder) => {
      const args = ['--data', folder, '--migrations', String(rows), '--companies', '400', '--log-level', 'warn'];
      run.say('seeding 100,000 rows');
      const server = await startMeasured(builtProgram('service', 'main.mjs'), args);
      const apiKey = String(server.ready['apiKey']);
      const theConsole = openTestConsole({ launchData: createDataLauncher(builtProgram('data', 'main.mjs')) });
      try {
        await connectTo(theConsole, server.url, { key: apiKey });
        const timeBareCalls = () => timeBareLoop(server.url, apiKey);
        const comparison = {
          name: 'two concurrent requests, with progress',
          goal: 1.3,
          sides: ['load all', 'bare loop'],
          format: inUnit('s', 2, 1000),
        } as const;
        const subject = () => timeLoadAll(theConsole);
        return [await compare(comparison, { subject, base: timeBareCalls, control: timeBareCalls }, run)];
      } finally {
        await theConsole.close();
        await server.stop();
      }
    }),
};
