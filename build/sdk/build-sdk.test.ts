import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from '#build/package/product.ts';
import { buildSdk, type SdkBuild } from './build-sdk.ts';
import { sdkConsumers } from './testing/sdk-consumers.ts';

const run = promisify(execFile);
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** Maximum bytes (goal P12). */
const budget = 5_000;

describe('the SDK package', () => {
  let folder: string;
  let built: SdkBuild;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ferry-sdk-package-'));
    built = await buildSdk({ folder: path.join(folder, 'package'), baseURL: 'https://api.ferry.example' });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test(`P12 the global script has at most ${budget} bytes gzipped, with all exports`, async () => {
    const script = await readFile(path.join(built.folder, 'ferry-sdk.js'), 'utf8');
    expect(built.globalScript.gzipped).toBeLessThanOrEqual(budget);
    for (const word of [
      'startModal',
      'onClose',
      'v0_api',
      'securitypolicyviolation',
      'start_again',
      'already_open',
      'forget',
      'page_timeout',
      'rate_limited',
      'Try again',
    ])
      expect(script).toContain(word);
  });

  test('docs/sdk.md has the hash of the script (npm run docs:sdk writes it)', { tags: '@S1' }, async () => {
    const text = await readFile(path.join(projectRoot, 'docs/sdk.md'), 'utf8');
    const { version } = JSON.parse(await readFile(path.join(built.folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(text).toContain(`/sdk/${version}/ferry-sdk.js`);
    expect(text).toContain(`integrity="${built.globalScript.integrity}"`);
  });

  test('each version of the changelog has a released script, and the current one equals the build', async () => {
    const released = path.join(projectRoot, 'src-sdk/released');
    const changelog = await readFile(path.join(projectRoot, 'CHANGELOG.md'), 'utf8');
    const all = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version);
    // The service of 0.1.0 had no path for one version.
    const versions = all.filter((version) => version !== '0.1.0');
    const scripts = (await readdir(released)).filter((name) => name.endsWith('.js'));
    expect(scripts.toSorted()).toEqual(versions.map((version) => `${version}.js`).toSorted());
    if (!versions.includes(product.version)) return;
    const script = await readFile(path.join(built.folder, 'ferry-sdk.js'), 'utf8');
    expect(script).toBe(await readFile(path.join(released, `${product.version}.js`), 'utf8'));
  });

  test('npm pack includes exactly the files named in exports', { tags: '@S1' }, async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: built.folder });
    const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const { exports } = JSON.parse(await readFile(path.join(built.folder, 'package.json'), 'utf8')) as {
      exports: object;
    };
    const named = new Set(
      JSON.stringify(exports)
        .match(/\.\/[\w.-]+(?=")/g)
        ?.map((name) => name.slice(2)),
    );
    expect(packed.files.map((file) => file.path).toSorted()).toEqual([...named].toSorted());
  });

  test('publint finds no fault in the package', { tags: '@S1' }, async () => {
    const { messages } = await publint({ pkgDir: built.folder, strict: true, level: 'warning' });
    expect(messages).toEqual([]);
  });

  test(
    'both module formats load without a DOM or side effects, and export the same functions',
    { tags: '@S7' },
    async () => {
      const before = Object.keys(globalThis);
      const esm = (await import(pathToFileURL(path.join(built.folder, 'index.mjs')).href)) as object;
      const cjs = createRequire(import.meta.url)(path.join(built.folder, 'index.cjs')) as object;
      const names = ['close', 'forget', 'init', 'isOpen', 'loadModal', 'startModal'];
      expect(Object.keys(esm).toSorted()).toEqual(names);
      expect(Object.keys(cjs).toSorted()).toEqual(names);
      for (const { forget } of [esm, cjs] as { forget: () => void }[]) expect(forget()).toBeUndefined();
      expect(Object.keys(globalThis)).toEqual(before);
    },
  );

  test('by default, both module formats use the base URL set at build time', { tags: '@S9' }, async () => {
    const text = await readFile(path.join(built.folder, 'index.mjs'), 'utf8');
    expect(text).toContain('https://api.ferry.example');
    await expect(buildSdk({ folder, baseURL: 'ferry' })).rejects.toThrow('--base-url must be an http(s) address');
  });

  test.for([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])(
    'strict consumers with module %s and resolution %s compile, and invalid use of the types is an error',
    { tags: '@S1' },
    async ([module, resolution]) => {
      const project = await mkdtemp(path.join(folder, 'consumer-'));
      await mkdir(path.join(project, 'node_modules'));
      await cp(built.folder, path.join(project, 'node_modules/@ferry/sdk'), { recursive: true });
      const isNode = module === 'node16';
      // Node distinguishes CommonJS and ES modules by file name. Only a project with a bundler also supports scripts.
      const otherFile = isNode ? 'script.ts' : 'valid.cts';
      const sources = Object.entries(sdkConsumers).filter(([name]) => name !== otherFile);
      const files = sources.map(([name]) => name);
      for (const [name, text] of sources) await writeFile(path.join(project, name), text);
      await writeFile(path.join(project, 'package.json'), '{"type":"module"}');
      const compilerOptions = {
        module,
        moduleResolution: resolution,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
      };
      await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const output = await run(process.execPath, [compiler, '-p', project]).catch((error: { stdout: string }) => error);
      expect(output.stdout).toBe('');
    },
  );
});
