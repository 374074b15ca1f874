import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { getRuntime } from '#test/electron-runtime/get-runtime.ts';
import { runtimeRelease } from '#test/electron-runtime/runtime-release.ts';
import { RunningCommand } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const entries = ['start', 'test', 'check', 'service', 'console:browser', 'dashboard', 'verify'];

/** Copies the checkout without `node_modules`, like a fresh clone. */
function copyWithoutPackages(folder: string): string {
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'build/launch']) {
    cpSync(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
  }
  return folder;
}

test(
  'on a first start without a network, one sentence says that the packages can’t be installed',
  { tags: '@F24' },
  async () => {
    using folder = temporaryFolder();
    const closedServer = createServer().listen(0, '127.0.0.1');
    await once(closedServer, 'listening');
    const address = closedServer.address();
    const registry = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/`;
    closedServer.close();
    const clone = copyWithoutPackages(path.join(folder.path, 'clone'));
    const env = {
      npm_config_registry: registry,
      npm_config_cache: path.join(folder.path, 'cache'),
      npm_config_proxy: '',
    };
    using command = new RunningCommand('node', ['build/launch/run.mjs', 'build/launch/start.ts'], {
      cwd: clone,
      env: { ...env, npm_config_https_proxy: '', npm_config_replace_registry_host: 'always' },
    });
    expect((await command.ending(60_000)).code).toBe(2);
    expect(command.stdout).toBe('');
    expect(command.stderr).toBe(
      'Installing the packages in package-lock.json (about 500 MB).\n' +
        "npm packages couldn't be installed because npm can't reach its registry (ECONNREFUSED). " +
        "Connect this device to the network, or set npm's registry or proxy, then run: npm ci --ignore-scripts\n",
    );
  },
);

test('on a first start, every command reports a Node version that is too old', { tags: '@F24' }, async () => {
  const distPath = path.join(projectRoot, '.cache', 'electron-runtime', runtimeRelease.electron);
  await getRuntime(distPath, runtimeRelease); // Electron 22 runs as a real Node 16 with ELECTRON_RUN_AS_NODE.
  for (const entry of entries) {
    const [, ...args] = scripts[entry]?.split(' ') ?? [];
    using command = new RunningCommand(path.join(distPath, 'electron'), args, { env: { ELECTRON_RUN_AS_NODE: '1' } });
    expect((await command.ending()).code).toBe(2);
    expect(command.stdout).toBe('');
    expect(command.stderr).toMatch(
      /^Ferry needs Node 18 or newer, and this is Node 16\.\S+\. Install Node 24 from https:\/\/nodejs\.org and run the command again\.\n$/,
    );
  }
});

test('installed packages are used without a reinstall, whichever Node runs the command', async () => {
  using folder = temporaryFolder();
  const clone = copyWithoutPackages(path.join(folder.path, 'clone'));
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(clone, 'node_modules'));
  mkdirSync(path.join(clone, 'src-service', 'cli'), { recursive: true });
  writeFileSync(path.join(clone, 'src-service', 'cli', 'main.ts'), 'console.log(process.version as string);\n');
  using command = new RunningCommand('node', ['build/launch/run.mjs', 'src-service/cli/main.ts'], { cwd: clone });
  expect(await command.ending()).toEqual({ code: 0, signal: null });
  expect(command.stderr).toBe('');
  expect(Number(/^v(\d+)\./.exec(command.stdout)?.[1])).toBeGreaterThanOrEqual(24);
});
