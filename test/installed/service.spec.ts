import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { serviceProduct as product } from '#build/package/product.ts';
import { startPostgres } from '#service/testing/postgres-server.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { builtServicePackages as packages, olderVersion } from './built-packages.ts';
import { filesLeft } from './files-left.ts';
import { dataFolder, hasData, processWords, runCommand, startUnit, userExists } from './installed-unit.ts';
import { makePlainUser } from './plain-user.ts';

test.describe.configure({ mode: 'serial' });

const environmentFile = '/etc/ferry-service/service.env';
const flags = 'FERRY_SERVICE_FLAGS="--public-url https://api.example.com --trust-proxy 127.0.0.1 --rate-limit 600"';
const address = 'http://127.0.0.1:8600';
let key = '';
let head = '';

const run = (program: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  return { code: status, output: `${stdout}${stderr}` };
};
const version = (): string =>
  execFileSync('dpkg-query', ['-W', '-f', '${Version} ${Status}', product.id], { encoding: 'utf8' });
const statusOf = (url: string, bearer: string): Promise<number> =>
  fetch(`${url}/api/v1/migrations`, { headers: { authorization: `Bearer ${bearer}` } }).then(({ status }) => status);
const auditHead = (...args: readonly string[]): string => {
  const { code, out, stderr } = runCommand(['audit', 'verify', '--data', dataFolder, ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return (JSON.parse(out) as { head: string }).head;
};

test('deb: the service package installs a user, its folder, valid units and a manual', { tag: '@X28' }, () => {
  expect(run('dpkg', ['--install', packages.olderDeb])).toMatchObject({ code: 0 });
  expect(version()).toBe(`${olderVersion}~test install ok installed`);
  const id = Number(execFileSync('id', ['-u', product.id], { encoding: 'utf8' }));
  const { uid, mode } = statSync(dataFolder);
  expect([uid, mode & 0o7777]).toEqual([id, 0o700]);
  expect(statSync(environmentFile).mode & 0o7777).toBe(0o600);
  // The check also fails if a manual page that a unit names is missing.
  for (const unit of ['ferry-service.service', 'ferry-service@1.service']) {
    expect(run('systemd-analyze', ['verify', unit])).toEqual({ code: 0, output: '' });
    const file = `/usr/lib/systemd/system/${unit.replace('1', '')}`;
    expect(run('systemd-analyze', ['security', '--offline=true', '--threshold=15', file])).toMatchObject({ code: 0 });
  }
  expect(run('man', ['--where', '8', product.id]).output.trim()).toBe('/usr/share/man/man8/ferry-service.8.gz');
  expect(processWords()).not.toContain('/opt/ferry-service');
});

test(
  'deb: the unit runs as the service’s user, responds, and accepts a key that root’s tools created',
  { tag: '@X28' },
  async () => {
    writeFileSync(environmentFile, `${flags}\n`);
    const unit = await startUnit('ferry-service');
    expect(readlinkSync(`/proc/${unit.pid}/exe`)).toBe('/opt/ferry-service/bin/node');
    expect(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${unit.pid}/status`, 'utf8'))?.[1]).toBe(
      String(statSync(dataFolder).uid),
    );
    expect(/^CapBnd:\t0+$/m.test(readFileSync(`/proc/${unit.pid}/status`, 'utf8'))).toBe(true);
    key = (
      JSON.parse(runCommand(['keys', 'create', '--data', dataFolder, '--description', 'CI']).out) as { apiKey: string }
    ).apiKey;
    expect(await statusOf(address, key)).toBe(200);
    expect(await statusOf(address, 'ferry_test_wrong')).toBe(401);
    head = auditHead();
    expect(await unit.stop()).toBe(0);
    expect(unit.log()).not.toContain(key);
  },
);

test('deb: an upgrade keeps the data, the keys, the audit log and the configuration', { tag: '@X28' }, async () => {
  expect(run('dpkg', ['--install', packages.deb])).toMatchObject({ code: 0 });
  expect(version()).toMatch(/^(?!0\.0\.9)[\d.]+~test install ok installed$/);
  expect(readFileSync(environmentFile, 'utf8')).toBe(`${flags}\n`);
  const unit = await startUnit('ferry-service');
  expect(await statusOf(address, key)).toBe(200);
  auditHead('--head', head);
  expect(await unit.stop()).toBe(0);
});

test(
  'deb: two instances share a database, and the process list shows no database password',
  { tag: ['@X28', '@T21'] },
  async () => {
    const server = await startPostgres();
    const secret = new URL(server.url).password;
    const file = '/etc/ferry-service/database-url';
    writeFileSync(file, `${server.url}\n`, { mode: 0o600 });
    // Fills the folder that systemd's LoadCredential would create.
    const credentials = '/run/credentials/ferry-service';
    mkdirSync(credentials, { recursive: true });
    writeFileSync(path.join(credentials, 'database-url'), readFileSync(file), { mode: 0o400 });
    const { uid, gid } = statSync(dataFolder);
    for (const one of [credentials, path.join(credentials, 'database-url')]) chownSync(one, uid, gid);
    const units = [
      await startUnit('ferry-service@', '1', credentials),
      await startUnit('ferry-service@', '2', credentials),
    ];
    const created = runCommand(['keys', 'create', '--database-url-file', file, '--description', 'CI'], true);
    const { apiKey } = JSON.parse(created.out) as { apiKey: string };
    for (const port of [8601, 8602]) expect(await statusOf(`http://127.0.0.1:${port}`, apiKey)).toBe(200);
    expect(processWords()).toContain('--database-url-file /run/credentials');
    expect(processWords()).not.toContain(secret);
    for (const unit of units) {
      expect(await unit.stop()).toBe(0);
      expect(unit.log()).not.toContain(secret);
    }
    await server.remove();
    rmSync('/run/credentials', { recursive: true });
  },
);

test(
  'deb: removing the package stops the service and keeps data and configuration, and purging deletes everything',
  { tag: '@X28' },
  () => {
    // No systemd runs here; this fake `systemctl` records the package's calls.
    mkdirSync('/run/systemd/system', { recursive: true });
    const request = '/tmp/systemctl-asked';
    writeFileSync(
      '/usr/local/bin/systemctl',
      `#!/bin/sh\necho "$*" >> ${request}\n[ "$1" != list-units ] || printf '%s\\n' 'ferry-service.service loaded active' 'ferry-service@2.service loaded active'\n`,
      { mode: 0o755 },
    );
    const calls = (): string[] => {
      const lines = readFileSync(request, 'utf8').trim().split('\n');
      rmSync(request);
      return lines.filter((line) => !line.startsWith('list-units'));
    };
    expect(run('dpkg', ['--install', packages.deb])).toMatchObject({ code: 0 });
    expect(calls()).toEqual(['daemon-reload', 'restart ferry-service.service', 'restart ferry-service@2.service']);
    expect(run('dpkg', ['--remove', product.id])).toMatchObject({ code: 0 });
    expect(calls()).toEqual([
      'disable --now ferry-service.service',
      'disable --now ferry-service@2.service',
      'daemon-reload',
    ]);
    expect([existsSync(product.linuxFolder), hasData(), userExists()]).toEqual([false, true, true]);
    expect(readFileSync(environmentFile, 'utf8')).toBe(`${flags}\n`);
    expect(run('dpkg', ['--purge', product.id])).toMatchObject({ code: 0 });
    expect(userExists()).toBe(false);
    expect(filesLeft().filter((file) => file.includes('ferry-service') && !file.startsWith('/home/'))).toEqual([]);
    rmSync('/usr/local/bin/systemctl');
    rmSync('/run/systemd/system', { recursive: true });
  },
);

test(
  'tar.gz: the service unpacked by a non-root user needs no other Node, responds, backs up and stops',
  { tag: '@X28' },
  async () => {
    const user = makePlainUser('service', '');
    // This wrong Node on the PATH exits with an error if anything runs it.
    const wrongNode = path.join(user.home, 'wrong');
    mkdirSync(wrongNode, { recursive: true });
    writeFileSync(path.join(wrongNode, 'node'), '#!/bin/sh\nexit 99\n', { mode: 0o755 });
    expect(user.run(['tar', 'xzf', packages.tarball, '-C', user.home])).toMatchObject({ code: 0 });
    const program = path.join(user.home, path.basename(packages.tarball, '-unsigned.tar.gz'), product.id);
    const userCommand = ['setpriv', `--reuid=${user.id}`, `--regid=${user.id}`, '--clear-groups'];
    const env = { PATH: `${wrongNode}:/usr/bin:/bin`, HOME: user.home };
    const [file = '', ...args] = [...userCommand, program, '--data', path.join(user.home, 'data')];
    const service = await startUntilReady<{ url: string; apiKey: string }>(file, args, { env });
    expect(await statusOf(service.ready.url, service.ready.apiKey)).toBe(200);
    const sdk = await fetch(`${service.ready.url}/sdk/ferry-sdk.js`);
    expect([sdk.status, (await fetch(`${service.ready.url}/docs`)).status]).toEqual([200, 200]);
    const backup = path.join(user.home, 'backup');
    const inPlace = (...words: string[]) => user.run(['env', `PATH=${env.PATH}`, program, ...words]);
    expect(inPlace('backup', '--data', path.join(user.home, 'data'), '--to', backup)).toMatchObject({ code: 0 });
    expect(await service.stop()).toBe(0);
    const restored = inPlace('restore', '--from', backup, '--data', path.join(user.home, 'restored'));
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('rows as of') });
    expect(statSync(backup).mode & 0o7777).toBe(0o600);
  },
);
