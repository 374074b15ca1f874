import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { makeTarball } from '#build/package/archives.ts';
import { onPath } from '#build/launch/base/on-path.ts';
import { serviceProduct as product, verifyCommand } from '#build/package/product.ts';
import { stageService } from '#build/package/service/service-packages.ts';
import { setTimes } from '#build/package/source-date.ts';
import { serviceProgram } from '#service/cli/program.ts';
import { runAsUser } from './as-user.ts';

const label = { kind: 'test', version: `${product.version}-test` } as const;
const sourceDate = 1_795_000_000;
let workFolder: string;
let packed: string;
let tarball: string;

const stage = async (name: string, umask = 0o022): Promise<string> => {
  const folder = path.join(workFolder, name, `${product.id}-test`);
  const before = process.umask(umask);
  try {
    await stageService(label, folder, sourceDate);
  } finally {
    process.umask(before);
  }
  setTimes(folder, sourceDate);
  return folder;
};
const pack = (folder: string): string => {
  const file = `${folder}.tar.gz`;
  makeTarball(folder, file, sourceDate, 1);
  return file;
};
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

// The packages are for Linux, and the tools that inspect them run only there.
describe.runIf(process.platform === 'linux')('packed service', () => {
  beforeAll(async () => {
    await ensureBuild();
    workFolder = mkdtempSync(path.join(tmpdir(), 'ferry-packed-service-'));
    packed = await stage('one');
    tarball = pack(packed);
  });
  afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

  test(
    'packed service: the package contains only what it runs, all its licenses and no development files',
    { tags: '@X28' },
    () => {
      const files = readdirSync(packed, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(packed, path.join(entry.parentPath, entry.name)))
        // The build decides how it splits a page into files, so the test doesn't compare their names.
        .map((file) => file.replace(/^(app\/dist\/(?:dashboard\/assets|docs))\/.*/, '$1/…'))
        .map((file) => file.replace(/^(app\/out\/service)\/(?!main\.mjs$|.*\/)[\w-]+\.mjs$/, '$1/….mjs'))
        .filter((file, index, all) => all.indexOf(file) === index)
        .toSorted();
      expect(files).toEqual([
        'FILES.txt',
        'LICENSE.ferry.txt',
        'LICENSE.node.txt',
        'README.txt',
        'THIRD-PARTY-NOTICES.txt',
        'app/dist/dashboard/assets/…',
        'app/dist/dashboard/index.html',
        'app/dist/dashboard/layers.css',
        'app/dist/docs/…',
        'app/dist/sdk/ferry-sdk.js',
        'app/out/content/main.mjs',
        'app/out/lab/ferry-sdk.js',
        'app/out/lab/lab-page.css',
        'app/out/lab/lab-page.html',
        'app/out/lab/lab-page.js',
        'app/out/service/main.mjs',
        'app/out/service/….mjs',
        'app/out/verify/main.mjs',
        'app/package.json',
        'await-ready.mjs',
        'bin/node',
        'examples/haproxy.cfg',
        'examples/nginx.conf',
        'ferry-service',
        'ferry-service.8',
        'ferry-verify',
        'sbom.cdx.json',
        'systemd/ferry-service.service',
        'systemd/ferry-service@.service',
        'systemd/service.env',
      ]);
      const notices = readFileSync(path.join(packed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
      for (const name of ['fastify ', 'zod ', 'pg ', 'commander ', 'pino ', 'better-auth ', 'react '])
        expect(notices).toContain(name);
      for (const name of ['@tanstack/react-router ', 'vitest ', 'electron '])
        expect(notices).not.toContain(`\n${name}`);
      const bill = JSON.parse(readFileSync(path.join(packed, 'sbom.cdx.json'), 'utf8')) as {
        metadata: { component: { name: string } };
        components: { name: string; version: string; licenses: unknown[] }[];
      };
      expect(bill.metadata.component.name).toBe(product.name);
      const node = execFileSync(path.join(packed, 'bin/node'), ['--version'], { encoding: 'utf8' }).trim();
      expect(bill.components.find(({ name }) => name === 'Node.js')?.version).toBe(node.slice(1));
      for (const component of bill.components) expect(component.licenses, component.name).toHaveLength(1);
      for (const { name, version } of bill.components.filter((component) => component.name !== 'Node.js')) {
        expect(notices).toContain(`${name} ${version} (`);
      }
    },
  );

  test(
    'packed service: the package contains no secret and no path of the build machine',
    { tags: ['@X28', '@T21'] },
    () => {
      for (const name of readdirSync(packed, { recursive: true, encoding: 'utf8' })) {
        const file = path.join(packed, name);
        if (!statSync(file).isFile() || name === 'bin/node') continue;
        const text = readFileSync(file, 'latin1');
        expect(text.includes(path.dirname(path.dirname(import.meta.dirname))), name).toBe(false);
        expect(/ferry_(?:live|test)_[\w-]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY|sourceMappingURL=/.test(text), name).toBe(
          false,
        );
      }
    },
  );

  test(
    'packed service: builds from the same sources are byte-identical under any umask',
    { tags: '@X28' },
    async () => {
      const again = pack(await stage('two', 0o077));
      expect(hashOf(again)).toBe(hashOf(tarball));
      const names = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
      expect(names).toEqual(names.toSorted());
      rmSync(path.join(workFolder, 'two'), { recursive: true });
    },
  );

  test.runIf(onPath('man') !== null)(
    'packed service: the manual lists every flag and command, and its format is valid',
    { tags: '@X28' },
    () => {
      const { status, stdout, stderr } = spawnSync('man', ['--warnings', '-l', path.join(packed, 'ferry-service.8')], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '100' },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const program = serviceProgram();
      for (const { flags } of [
        program,
        ...program.commands,
        ...program.commands.flatMap(({ commands }) => commands),
      ].flatMap(({ options }) => options)) {
        expect(stdout).toContain(flags);
      }
      for (const words of ['keys create', 'keys revoke <id>', 'audit verify', 'backup', 'restore']) {
        expect(stdout).toMatch(new RegExp(`^ {3}${words}$`, 'm'));
      }
      expect(stdout).toMatch(/^EXIT STATUS$/m);
    },
  );

  test.runIf(onPath('systemd-analyze') !== null)(
    'packed service: systemd accepts the units and rates them as confined',
    { tags: '@X28' },
    () => {
      for (const name of ['ferry-service.service', 'ferry-service@.service']) {
        // Units must name programs that exist, so the test replaces the installed path with the unpacked one.
        const text = readFileSync(path.join(packed, 'systemd', name), 'utf8')
          .replaceAll(product.linuxFolder, packed)
          .replace(/^Documentation=.*\n/m, '');
        const folder = path.join(workFolder, 'units');
        mkdirSync(folder, { recursive: true });
        const file = path.join(folder, name.replace('@', '@1'));
        writeFileSync(file, text);
        const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
        expect({ status: verified.status, output: verified.stdout + verified.stderr }).toEqual({
          status: 0,
          output: '',
        });
        const args = ['security', '--offline=true', '--threshold=15', file];
        expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' }).status).toBe(0);
        expect(text).not.toMatch(/^Exec\w+=.*(password|postgres(ql)?:)/im);
      }
    },
  );

  test(
    'packed service: the command that waits for the start exits with 1 when the service exits',
    { tags: '@X28' },
    async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      server.close();
      const { pid } = spawnSync('true');
      const { status, signal } = spawnSync(
        process.execPath,
        [path.join(packed, 'await-ready.mjs'), `http://127.0.0.1:${port}/readyz`],
        { env: { MAINPID: String(pid) }, timeout: 20_000 },
      );
      expect({ status, signal }).toEqual({ status: 1, signal: null });
    },
  );

  test(
    'packed service: a non-root user unpacks and runs it without another Node, verifies it, backs up and stops',
    { tags: ['@X28', '@W11'] },
    async () => {
      const home = mkdtempSync(path.join(tmpdir(), 'ferry-packed-home-'));
      try {
        // This wrong Node on the PATH exits with an error if anything runs it.
        const wrongNode = path.join(home, 'wrong');
        mkdirSync(wrongNode);
        writeFileSync(path.join(wrongNode, 'node'), '#!/bin/sh\nexit 99\n', { mode: 0o755 });
        cpSync(tarball, path.join(home, 'service.tar.gz'));
        const own = path.join(home, 'home');
        const options = { cwd: home, env: { PATH: `${wrongNode}:/usr/bin:/bin` } };
        using unpacking = runAsUser(own, ['tar', 'xzf', path.join(home, 'service.tar.gz'), '-C', own], options);
        expect(await unpacking.ending()).toEqual({ code: 0, signal: null });
        const program = path.join(own, path.basename(packed), product.id);
        const data = path.join(own, 'data');
        using service = runAsUser(own, [program, '--data', data], options);
        const [line] = await service.output(/^\{.*\}$/m);
        const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string };
        const reply = await fetch(`${url}/api/v1/migrations`, { headers: { authorization: `Bearer ${apiKey}` } });
        expect(reply.status).toBe(200);
        expect((await fetch(`${url}/sdk/ferry-sdk.js`)).status).toBe(200);
        const verification = [path.join(own, path.basename(packed), verifyCommand.id), '--base-url', url];
        using verifying = runAsUser(own, verification, {
          ...options,
          env: { ...options.env, FERRY_API_KEY: apiKey, FERRY_BROWSER: '/nonexistent' },
        });
        expect(await verifying.ending(), verifying.stderr).toEqual({ code: 0, signal: null });
        expect(verifying.stderr).toMatch(
          /^\d+ proofs: \d+ held, 0 violated, \d+ skipped, 0 unclear, in [\d.]+ s\.\n$/m,
        );
        const backup = path.join(own, 'backup');
        using backupProcess = runAsUser(own, [program, 'backup', '--data', data, '--to', backup], options);
        expect(await backupProcess.ending()).toEqual({ code: 0, signal: null });
        service.child.kill('SIGTERM');
        expect(await service.ending()).toEqual({ code: 0, signal: null });
        const restored = path.join(own, 'restored');
        using restoring = runAsUser(own, [program, 'restore', '--from', backup, '--data', restored], options);
        expect(await restoring.ending()).toEqual({ code: 0, signal: null });
        // A truncated file is reported before anything runs.
        writeFileSync(path.join(own, path.basename(packed), 'app/dist/sdk/ferry-sdk.js'), '');
        using half = runAsUser(own, [program, '--data', data], options);
        expect((await half.ending()).code).toBe(2);
        expect(half.stderr).toContain('Ferry Service is incomplete');
        expect(half.stderr).toContain('ferry-sdk.js is missing or truncated');
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
});
