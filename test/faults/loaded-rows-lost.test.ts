import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DataChannel } from '#main/console/ports/console-ports.ts';
import type { SaveFile } from '#main/console/ports/save-file.ts';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { type PagedList, servePages } from '#test/fixtures/service/paged-service.ts';
import { openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { builtData } from '#test/fixtures/system/built-programs.ts';

const resource = 'migrations';
let folder: string;
let service: FakeService;
let list: PagedList;
let theConsole: TestConsole;
let started: DataChannel[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-lost-'));
  service = await startFakeService();
  list = servePages(service, 3_000);
  started = [];
  const launch = createDataLauncher(builtData);
  const saveFile: SaveFile = {
    choose: async ({ fileName }) => {
      const file = path.join(folder, fileName);
      return { file, fileName, written: () => ({ path: file, download: null }) };
    },
    reveal: () => true,
  };
  theConsole = await openConnected(service.url, {
    saveFile,
    launchData: (userDataDir) => {
      const channel = launch(userDataDir);
      started.push(channel);
      return channel;
    },
  });
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const stateNow = async () => valueOf(await theConsole.call('loaded', 'state', { resource }));
const start = async () => valueOf(await theConsole.call('loaded', 'start', { resource }));

test(
  'after a crash of the data process during a load, the console reports the lost rows and starts a new load',
  { tags: ['@C33', '@F12', '@F15'] },
  async () => {
    list.delayMs = 10;
    await start();
    await eventually(async () => expect((await stateNow()).rows).toBeGreaterThan(200));
    started[0]?.stop();
    await eventually(async () => expect(await stateNow()).toMatchObject({ phase: 'none', rows: 0 }));
    expect(await stateNow()).toMatchObject({ problem: { code: 'rows_lost' } });
    await expect
      .poll(() => theConsole.events.filter(({ name }) => name === 'loaded:changed').at(-1)?.data)
      .toMatchObject({ problem: { code: 'rows_lost' } });
    const requestCount = list.requestedPages.length;
    await eventually(() => expect(list.inFlight()).toBe(0));
    // If the load were still sending requests, they would arrive before this one.
    valueOf(await theConsole.call('companies', 'list', { page: 1, pageSize: 25 }));
    expect(list.requestedPages.length - requestCount).toBeLessThanOrEqual(2);
    list.delayMs = 0;
    await start();
    await eventually(async () => expect((await stateNow()).phase).toBe('complete'));
    expect(await stateNow()).toMatchObject({ rows: 3_000, problem: null });
  },
);

test(
  'a crash of the data process during an export leaves no partial file',
  { tags: ['@C15', '@F13', '@F15'] },
  async () => {
    await start();
    await eventually(async () => expect((await stateNow()).phase).toBe('complete'));
    const args = { resource, scope: 'loaded', format: 'csv', query: {} } as const;
    valueOf(await theConsole.call('exports', 'start', args));
    started[0]?.stop();
    const phase = async () => valueOf(await theConsole.call('exports', 'list', {}))[0]?.phase;
    await eventually(async () => expect(['failed', 'done']).toContain(await phase()));
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  },
);

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
test.runIf(canMount)(
  'an export to a full disk gives one sentence and leaves no file',
  { tags: ['@C15', '@F13'] },
  async () => {
    const small = path.join(folder, 'small');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]);
    const whole = folder;
    try {
      folder = small;
      await start();
      await eventually(async () => expect((await stateNow()).phase).toBe('complete'));
      const args = { resource, scope: 'loaded', format: 'csv', query: {} } as const;
      valueOf(await theConsole.call('exports', 'start', args));
      const last = async () => valueOf(await theConsole.call('exports', 'list', {}))[0];
      await eventually(async () => expect((await last())?.phase).toBe('failed'));
      expect((await last())?.problem).toMatchObject({
        code: 'export_not_saved',
        detail: `The disk with ${small} is full. Free some space.`,
      });
      expect(readdirSync(small)).toEqual([]);
    } finally {
      folder = whole;
      execFileSync('umount', [small]);
    }
  },
);
