import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SaveFile } from '#main/console/ports/save-file.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { type TestConsole, openTestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const migrations = isSoak ? 1_000_000 : 10_000;
const companies = migrations / 50;
const resource = 'migrations';

let folder: string;
let service: TestService;
let theConsole: TestConsole;
const saveFile: SaveFile = {
  choose: async ({ fileName }) => {
    const file = path.join(folder, fileName);
    return { file, fileName, written: () => ({ path: file, download: null }) };
  },
  reveal: () => true,
};
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-every-row-'));
  service = await openTestService({ migrations, companies, checksReplies: false });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  theConsole = openTestConsole({ saveFile });
  const { port } = service.app.server.address() as AddressInfo;
  await connectTo(theConsole, `http://127.0.0.1:${port}`, { key: service.apiKey });
}, 300_000);
afterAll(async () => {
  await theConsole.close();
  service.app.server.closeAllConnections();
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

async function runTimed<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  const start = performance.now();
  const value = await work();
  if (isSoak) process.stdout.write(`${what}: ${Math.round(performance.now() - start)} ms\n`);
  return value;
}
const windowOf = (query: object, offset = 0) =>
  runTimed(`rows ${JSON.stringify(query)} from ${offset}`, async () =>
    valueOf(await theConsole.call('loaded', 'window', { resource, query, offset, limit: 200 })),
  );
const pollOptions = { timeout: 600_000, interval: 50 };

test(
  `${migrations} migrations of a real service are loaded, counted, searched, sorted and exported to the last row`,
  { tags: ['@C33', '@C15'], timeout: 900_000 },
  async () => {
    await runTimed('load all', async () => {
      valueOf(await theConsole.call('loaded', 'start', { resource }));
      const phase = async () => valueOf(await theConsole.call('loaded', 'state', { resource })).phase;
      await expect.poll(phase, pollOptions).toBe('complete');
    });
    const state = valueOf(await theConsole.call('loaded', 'state', { resource }));
    expect(state).toMatchObject({ rows: migrations, total: migrations, missing: 0, problem: null });

    const byStatus = await runTimed('groups by status', async () =>
      valueOf(await theConsole.call('loaded', 'groups', { resource, query: {}, by: 'status' })),
    );
    expect(byStatus.groups.reduce((sum, { count }) => sum + count, 0)).toBe(migrations);

    const last = await windowOf({}, migrations - 1);
    expect(last.rows).toHaveLength(1);
    const first = await windowOf({});
    expect(first.matched).toBe(migrations);
    const found = await windowOf({ search: last.rows[0]?.id ?? '' });
    expect(found.rows.map(({ id }) => id)).toEqual([last.rows[0]?.id]);
    const sorted = await windowOf({ sort: { column: 'user', direction: 'ascending' } });
    const users = sorted.rows.map((row) => ('createdByUserId' in row ? row.createdByUserId : null));
    expect(users).toEqual(users.toSorted());
    await windowOf({ search: 'ed', sort: { column: 'company', direction: 'descending' } });

    const startedResult = valueOf(
      await theConsole.call('exports', 'start', { resource, scope: 'loaded', format: 'csv', query: {} }),
    );
    if (startedResult.result !== 'started') throw new Error(startedResult.result);
    const exported = async () =>
      valueOf(await theConsole.call('exports', 'list', {})).find(({ id }) => id === startedResult.state.id);
    await runTimed('export as CSV', async () => {
      await expect.poll(async () => (await exported())?.phase, pollOptions).toBe('done');
    });
    let lines = 0;
    const reader = createInterface({ input: createReadStream((await exported())?.path ?? '') });
    for await (const line of reader) lines += line === '' ? 0 : 1;
    expect(lines).toBe(migrations + 1);
  },
);
