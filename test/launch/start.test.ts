import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { isReachable, runAsUser, canUseSandbox } from './as-user.ts';
import { processesLeft } from './processes.ts';
import { npmRun, type RunningCommand } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

const electron = await resolveTestElectron();
beforeAll(() => ensureBuild());

const launcher = path.join(projectRoot, 'build', 'launch', 'run.mjs');
const virtualDisplay = ['-a', '-s', '-screen 0 1280x800x24'];
const isRoot = process.getuid?.() === 0;

/**
 * Runs `npm start` as a non-root user, with or without a display. Its processes can be found by `folder`, which is in
 * their environment.
 */
function startAsUser(folder: string, env: Record<string, string>, display: 'none' | 'virtual' = 'none') {
  const start = [
    process.execPath,
    launcher,
    'build/launch/start.ts',
    '--user-data',
    path.join(folder, 'data'),
    '--no-open',
  ];
  const program = display === 'virtual' ? ['xvfb-run', ...virtualDisplay, ...start] : start;
  return runAsUser(path.join(folder, 'home'), program, { env: { ...env, FERRY_TEST_MARK: folder } });
}

/** The environment of a runtime whose Electron is this shell script. */
function fakeElectron(folder: string, script: string): Record<string, string> {
  const file = path.join(folder, 'electron');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return { ELECTRON_OVERRIDE_DIST_PATH: folder };
}

/** Waits for the browser host's ready line and checks that its page loads. */
async function expectBrowserHost(command: RunningCommand): Promise<void> {
  const [line] = await command.output(/^\{"url".+\}\n/m);
  const { url } = JSON.parse(line) as { url: string };
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<title>');
}

async function expectNothingLeft(command: RunningCommand, folder: string): Promise<void> {
  command.pressCtrlC();
  await command.ending();
  expect(await processesLeft(folder)).toEqual([]);
}

test.runIf(isRoot)('npm start opens the browser host for root, with a one-line reason', async () => {
  using folder = temporaryFolder();
  const data = path.join(folder.path, 'data');
  using command = npmRun('start', ['--user-data', data, '--no-open'], { env: { FERRY_TEST_MARK: folder.path } });
  await expectBrowserHost(command);
  expect(command.stderr).toContain(
    "The console opens in your browser, not in Electron: you are root, and Electron's sandbox doesn't run as root.\n",
  );
  await expectNothingLeft(command, folder.path);
});

test('npm start opens the browser host for a user without a display, with the reason', { tags: '@F24' }, async () => {
  using folder = temporaryFolder();
  using command = startAsUser(folder.path, {});
  await expectBrowserHost(command);
  expect(command.stderr).toContain('there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).\n');
  await expectNothingLeft(command, folder.path);
});

// If this machine denies users the sandbox, the same start must fall back to the browser host.
const expectedHost = canUseSandbox
  ? 'a window of a sandboxed Electron'
  : 'the browser, since no sandbox is allowed here';
test(`npm start gives a user with a display ${expectedHost}`, async () => {
  using folder = temporaryFolder();
  using command = startAsUser(folder.path, { ELECTRON_OVERRIDE_DIST_PATH: electron.distPath }, 'virtual');
  const line = canUseSandbox ? 'is open in its own window' : 'opens in your browser, not in Electron';
  expect((await command.output(/^The console .+$/m, 'stderr'))[0]).toContain(line);
  await expectNothingLeft(command, folder.path);
});

test('npm start falls back to the browser host if the display doesn’t answer', { tags: '@F24' }, async () => {
  using folder = temporaryFolder();
  using command = startAsUser(folder.path, { ELECTRON_OVERRIDE_DIST_PATH: electron.distPath, DISPLAY: ':9999' });
  await expectBrowserHost(command);
  // In a root-only checkout, the user's Electron fails before it connects to the display.
  const why = isReachable ? ", because the display isn't responding.\n" : ' (SIGTRAP).\n';
  expect(command.stderr).toContain(`Electron exited before its window opened${why}`);
  await expectNothingLeft(command, folder.path);
});

test(
  'npm start falls back to the browser host, without a crash, if Electron’s sandbox is refused',
  { tags: '@F24' },
  async () => {
    using folder = temporaryFolder();
    const printed = '[1:1121/1.2:FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but';
    const runtime = fakeElectron(folder.path, `echo '${printed}' >&2; kill -TRAP $$`);
    using command = startAsUser(folder.path, { ...runtime, DISPLAY: ':9999' });
    await expectBrowserHost(command);
    expect(command.stderr).toContain("because the system doesn't allow its sandbox.\n");
    expect(command.stderr).not.toContain('SUID');
    await expectNothingLeft(command, folder.path);
  },
);

test('npm start falls back to the browser host if Electron is missing', { tags: '@F24' }, async () => {
  using folder = temporaryFolder();
  using command = startAsUser(folder.path, { ELECTRON_OVERRIDE_DIST_PATH: folder.path, DISPLAY: ':9999' });
  await expectBrowserHost(command);
  expect(command.stderr).toContain(
    `ELECTRON_OVERRIDE_DIST_PATH names ${folder.path}, which doesn't contain Electron.\n`,
  );
  await expectNothingLeft(command, folder.path);
});

test(
  'console:browser prints one sentence for a user-data folder below a file and exits with code 2',
  { tags: '@F24' },
  async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, 'a-file');
    writeFileSync(file, '');
    using command = npmRun('console:browser', ['--user-data', path.join(file, 'data'), '--no-open']);
    expect((await command.ending()).code).toBe(2);
    expect(command.stdout).toBe('');
    expect(command.stderr.trim()).toMatch(
      /^The user-data folder .+ isn't writable \(.+\)\. Choose another folder with --user-data\.$/,
    );
  },
);
