import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { DataChannel } from '#main/console/ports/console-ports.ts';
import { createDataProcess, type DataProcess } from '#main/console/data/data-process.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { type ConsoleHandle, openBrowserHost, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { builtData } from '#test/fixtures/system/built-programs.ts';

const userDataDir = mkdtempSync(path.join(tmpdir(), 'ferry-data-'));
let data: DataProcess | undefined;
let consoleHandle: ConsoleHandle | undefined;
afterEach(async () => {
  data?.close();
  await consoleHandle?.close();
  rmSync(userDataDir, { recursive: true, force: true });
});

const observe = (process: DataProcess, at: number, status: string) =>
  process.call('freshenRows', {
    profileId: 'p',
    at,
    isWhole: false,
    rows: [{ id: 'a', status, created: null, companyId: null, createdByUserId: null }],
  });

test(
  'after a crash of the data process, pending calls fail, and the next call restarts it with the stored data',
  { tags: ['@W1', '@F15'] },
  async () => {
    const started: DataChannel[] = [];
    const launch = createDataLauncher(builtData);
    const warnings: string[] = [];
    data = createDataProcess({
      userDataDir,
      clock: systemClock,
      log: { warn: (line) => warnings.push(line) },
      crashReports: { record: (process, what) => warnings.push(`${process}: ${what}`) },
      launch: (folder) => {
        const channel = launch(folder);
        started.push(channel);
        return channel;
      },
    });
    const now = Date.now();
    await observe(data, now, 'WORKING');
    const readObserved = () => data?.call('timeline', { profileId: 'p', migrationId: 'a' });
    expect(await readObserved()).toMatchObject({ ok: true, value: { length: 1 } });
    void observe(data, now + 1, 'FAILED');
    const inFlight = readObserved();
    started[0]?.stop();
    const wasAnswered = (await inFlight)?.ok;
    // Only observations that the data process returned before the crash must survive.
    await expect.poll(readObserved).toMatchObject({ ok: true, value: { 0: { status: 'WORKING', at: now } } });
    const stored = await readObserved();
    expect(stored?.ok && stored.value.length).toBeGreaterThanOrEqual(wasAnswered ? 2 : 1);
    expect(started).toHaveLength(2);
    expect(warnings).toEqual(['data: the data process stopped; the next request restarts it']);
    while (started.length < 5) {
      started.at(-1)?.stop();
      await readObserved();
    }
    started.at(-1)?.stop();
    const error = { code: 'data_unavailable', detail: 'The data process keeps stopping.' };
    await expect.poll(readObserved).toMatchObject({ ok: false, error });
    expect(started).toHaveLength(5);
  },
);

test.each([
  ['the browser host', openBrowserHost],
  ['Electron', openElectronHost],
])('statuses of a list appear in the observed timeline: %s', { tags: '@W1' }, async (_name, open) => {
  consoleHandle = await open();
  const listing = await consoleHandle.call('migrations', 'list', { page: 1, pageSize: 10 });
  const { rows } = (listing.ok ? listing.value : { rows: [] }) as { rows: { value: { id: string; status: string } }[] };
  const [first] = rows;
  expect(await consoleHandle.call('timeline', 'get', { id: first?.value.id })).toMatchObject({
    ok: true,
    value: { changes: [{ status: first?.value.status, possible: null }] },
  });
});
