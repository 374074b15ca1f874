import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleHandle, openBrowserHost, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { watchForReadableFiles, readableFilesBelow } from '#test/fixtures/system/wide-files.ts';

// Started programs inherit this umask, so files that rely on it are readable by everyone.
let before = 0;
let folder: string;
beforeAll(() => {
  before = process.umask(0);
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-exported-'));
});
afterAll(() => {
  process.umask(before);
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a console write all its files: settings, timeline, log, the Sandbox's data, exports. */
async function writeEverything({ call }: ConsoleHandle): Promise<void> {
  const must = async <Value>(...args: Parameters<ConsoleHandle['call']>) => valueOf(await call(...args)) as Value;
  const { rows } = await must<{ rows: { value: { id: string } }[] }>('migrations', 'list', { page: 1, pageSize: 25 });
  await must('companies', 'list', { page: 1, pageSize: 25 });
  const draft = { name: 'Brightwater', environment: 'test', baseURL: 'https://api.brightwater.example' };
  await must('profiles', 'add', draft);
  await must('settings', 'change', { watchSeconds: 30 });
  await must('watch', 'add', { ids: [rows[0]?.value.id] });
  await must('timeline', 'get', { id: rows[0]?.value.id });
  const request = { resource: 'migrations', scope: 'page', format: 'csv', query: {} };
  await must('exports', 'start', request);
  await eventually(async () => {
    const [first] = await must<{ phase: string }[]>('exports', 'list', {});
    expect(first?.phase).toBe('done');
  });
  const { view } = await must<{ view: { labId: string } }>('modalLab', 'open', { labId: null });
  await must('modalLab', 'save', { labId: view.labId });
}

test(
  'in the browser host with umask 000, no file is accessible to other users at any moment',
  { tags: ['@C41', '@T30'] },
  async () => {
    let wide: ReturnType<typeof watchForReadableFiles> | undefined;
    const consoleHandle = await openBrowserHost((userData) => (wide = watchForReadableFiles(userData)));
    try {
      await writeEverything(consoleHandle);
      expect(readdirSync(consoleHandle.userData)).toEqual(
        expect.arrayContaining(['settings.json', 'timeline.db', 'logs', 'sandbox']),
      );
      expect(readableFilesBelow(consoleHandle.userData)).toEqual([]);
      expect([...(wide?.widePaths ?? ['nothing was watched'])]).toEqual([]);
    } finally {
      wide?.close();
      await consoleHandle.close();
    }
  },
);

/** Chromium creates these in a private folder: an installation id, and the port of the test's debugger. */
const byChromium = ['Crashpad/client_id', 'DevToolsActivePort'];
const readableByOthers = (userData: string) =>
  readableFilesBelow(userData).filter((line) => !byChromium.some((one) => line.endsWith(one)));

test(
  'in Electron with umask 000, no file is accessible to other users, and an export follows the umask',
  { tags: ['@C41', '@T30'] },
  async () => {
    const consoleHandle = await openElectronHost();
    try {
      await consoleHandle.electron?.evaluate(({ dialog }, to) => {
        let count = 0;
        dialog.showSaveDialog = async () => {
          count += 1;
          return { canceled: false, filePath: `${to}/exported-${count}` };
        };
      }, folder);
      await writeEverything(consoleHandle);
      expect(readdirSync(consoleHandle.userData)).toEqual(
        expect.arrayContaining(['settings.json', 'timeline.db', 'logs', 'sandbox']),
      );
      expect(readableByOthers(consoleHandle.userData)).toEqual([]);
      const exported = ['exported-1', 'exported-2'].map((name) => statSync(path.join(folder, name)).mode & 0o777);
      expect(exported).toEqual([0o666, 0o666]);
    } finally {
      await consoleHandle.close();
    }
  },
);
