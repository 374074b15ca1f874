import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import {
  type ConsoleHandle,
  openBrowserHost,
  openBrowserHostOn,
  openElectronHost,
} from '#test/fixtures/console/console-handle.ts';
import { hangMs, startElectronHost } from '#test/fixtures/console/electron-host.ts';

const handles: { readonly close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const handle of handles.splice(0).toReversed()) await handle.close().catch(() => undefined);
});

const reportsIn = (userData: string) => {
  const logs = path.join(userData, 'logs');
  return readdirSync(logs)
    .filter((name) => name.startsWith('crash-'))
    .map((name) => ({
      name,
      mode: statSync(path.join(logs, name)).mode & 0o777,
      text: readFileSync(path.join(logs, name), 'utf8'),
    }));
};
const readState = async ({ call }: Pick<ConsoleHandle, 'call'>) => {
  const state = await call('console', 'state', {});
  return state.ok ? (state.value as { crash: { process: string } | null }) : null;
};
const valueOf = (outcome: Awaited<ReturnType<ConsoleHandle['call']>>): unknown => (outcome.ok ? outcome.value : null);

async function openCrashingHost(crashAs = 'exception') {
  vi.stubEnv('NODE_OPTIONS', `--require=${path.join(projectRoot, 'test/fixtures/system/crash-on-signal.cjs')}`);
  vi.stubEnv('CRASH_AS', crashAs);
  const host = await openBrowserHost();
  vi.unstubAllEnvs();
  handles.push(host);
  return host;
}

test.each([
  ['exception', /error uncaughtException: Error: a test crash with ferry_live_\[redacted\] \| at /],
  ['rejection', /error unhandledRejection: Error: a test crash with ferry_live_\[redacted\] \| at /],
])(
  'after the %s that ends the browser host, its next start offers the report',
  { tags: ['@C55', '@F52', '@T5'] },
  async (crashAs, reason) => {
    const { userData, program } = await openCrashingHost(crashAs);
    const ended = new Promise((resolve) => program?.once('close', resolve));
    program?.kill('SIGUSR2');
    expect(await ended).not.toBe(0);
    const [report, ...others] = reportsIn(userData);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ name: expect.stringMatching(/-main\.txt$/), mode: 0o600 });
    expect(report?.text).toMatch(reason);
    expect(report?.text).not.toContain('canarycanary');

    const next = await openBrowserHostOn(userData);
    handles.push(next);
    expect(await readState(next)).toMatchObject({ crash: { process: 'main' } });
    expect(valueOf(await next.call('diagnostics', 'crashReports', {}))).toMatchObject({ count: 1, text: report?.text });
    const bundle = async (crashReports: boolean) => {
      const subject = { kind: 'migration', id: crypto.randomUUID() };
      const preview = valueOf(await next.call('supportBundle', 'preview', { subject, userIds: false, crashReports }));
      const { files, crashReportCount } = preview as { files: { name: string }[]; crashReportCount: number };
      expect(crashReportCount).toBe(1);
      return files.map(({ name }) => name);
    };
    expect(await bundle(false)).not.toContain('crash-reports.txt');
    expect(await bundle(true)).toContain('crash-reports.txt');
    expect((await next.call('diagnostics', 'deleteCrashReports', {})).ok).toBe(true);
    expect(await readState(next)).toMatchObject({ crash: null });
    expect(reportsIn(userData)).toEqual([]);
  },
);

test(
  'a crash of the data thread in the browser host writes a report and doesn’t stop the console',
  { tags: ['@C55', '@F15', '@F52'] },
  async () => {
    const host = await openCrashingHost();
    const observed = () => host.call('timeline', 'count', {});
    await expect.poll(async () => (await observed()).ok).toBe(true);
    host.program?.kill('SIGWINCH');
    await expect
      .poll(() => reportsIn(host.userData).map(({ name }) => name.replace(/\d+/, '')))
      .toEqual(['crash--data.txt']);
    expect(reportsIn(host.userData)[0]?.text).toMatch(
      /the data process stopped.*: Error: a test crash with ferry_live_\[redacted\]/,
    );
    await expect.poll(async () => (await observed()).ok).toBe(true);
    expect(await readState(host), 'only the next start offers the report').toMatchObject({ crash: null });
  },
);

test(
  'Electron writes a report after a kill of its data process, page and GPU process, and after an unhandled rejection',
  { tags: ['@C55', '@F15', '@F18', '@F52'], timeout: 2 * hangMs },
  async () => {
    const host = await openElectronHost();
    handles.push(host);
    const { electron, page, userData } = host;
    if (!electron || !page) throw new Error('no Electron');
    await page.getByRole('table', { name: 'Migrations' }).waitFor();
    await expect.poll(async () => (await host.call('timeline', 'count', {})).ok).toBe(true);
    const kinds = () =>
      reportsIn(userData)
        .map(({ name }) => /-(\w+)\.txt$/.exec(name)?.[1])
        .toSorted();
    const dataPid = Number(execFileSync('pgrep', ['-f', `out/data/main.mjs ${userData}`], { encoding: 'utf8' }).trim());
    process.kill(dataPid, 'SIGKILL');
    await expect.poll(kinds).toEqual(['data']);
    const gpuPid = await electron.evaluate(({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid);
    process.kill(gpuPid ?? 0, 'SIGKILL');
    await expect.poll(kinds).toEqual(['data', 'helper']);
    await electron.evaluate(() => void setTimeout(() => void Promise.reject(new Error('a rejection')), 20));
    await expect.poll(kinds).toEqual(['data', 'helper', 'main']);
    await electron.evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      process.kill(contents?.getOSProcessId() ?? 0, 'SIGKILL');
    });
    await expect.poll(kinds).toEqual(['data', 'helper', 'main', 'page']);
    expect(
      reportsIn(userData)
        .map(({ text }) => /\nWhat: \S+ +(.*)/.exec(text)?.[1]?.slice(0, 60))
        .toSorted(),
    ).toEqual([
      expect.stringMatching(/^error GPU ended: (?:killed|abnormal-exit|crashed)/),
      expect.stringContaining('error the data process stopped'),
      expect.stringContaining("error the page's process ended: killed"),
      expect.stringContaining('error unhandledRejection: Error: a rejection'),
    ]);
  },
);

test(
  'Ctrl+C, which the terminal sends to all processes of Electron, writes no report',
  { tags: ['@C55', '@F52'], timeout: 2 * hangMs },
  async () => {
    const host = await openElectronHost();
    handles.push(host);
    await expect.poll(async () => (await host.call('timeline', 'count', {})).ok).toBe(true);
    const ended = new Promise((resolve) => host.program?.once('close', resolve));
    process.kill(-(host.program?.pid ?? 0), 'SIGINT');
    await ended;
    expect(reportsIn(host.userData).map(({ text }) => text)).toEqual([]);
  },
);

test(
  'an uncaught exception in Electron’s main process writes a report that the next window offers',
  { tags: ['@C55', '@F52'], timeout: 2 * hangMs },
  async () => {
    const host = await openElectronHost();
    handles.push(host);
    const ended = new Promise((resolve) => host.program?.once('close', resolve));
    await host.electron?.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('a broken part of main');
        }, 20),
    );
    await ended;
    expect(reportsIn(host.userData).map(({ text }) => text)).toEqual([
      expect.stringContaining('error uncaughtException: Error: a broken part of main'),
    ]);
    const next = await startElectronHost(host.userData);
    handles.push(next);
    const page = await next.firstWindow({ timeout: hangMs });
    await page.getByRole('button', { name: 'Show report' }).click();
    await expect
      .poll(() => page.getByRole('group', { name: 'Crash reports' }).textContent())
      .toContain('a broken part of main');
    await page.getByRole('button', { name: 'Delete reports' }).click();
    await expect.poll(() => page.getByText('The console crashed.').count()).toBe(0);
    expect(reportsIn(host.userData)).toEqual([]);
  },
);
