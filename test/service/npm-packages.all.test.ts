import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { installPackages, makePackages, packageIds, tarballOf } from '#test/fixtures/packages/install-packages.ts';
import { runService, type RunningProcess } from './run-service.ts';

const run = promisify(execFile);
let app: string;
let service: RunningProcess;
beforeAll(async () => {
  app = mkdtempSync(path.join(tmpdir(), 'ferry-new-app-'));
  makePackages();
  installPackages(app);
  service = await runService(['--data', path.join(app, 'data'), '--port', '0', '--migrations', '12']);
});
afterAll(async () => {
  await service.end();
  rmSync(app, { recursive: true });
});

test.each(packageIds)(
  'publint and attw find no fault in %s, and it has a bill of materials',
  { tags: '@S24' },
  async (id) => {
    const content = readFileSync(tarballOf(id));
    const tarball = new Uint8Array(content).buffer;
    expect((await publint({ pack: { tarball }, strict: true, level: 'warning' })).messages).toEqual([]);
    // The global script is not a module.
    const types = await checkPackage(createPackageFromTarballData(new Uint8Array(content)), {
      excludeEntrypoints: ['./ferry-sdk.js'],
    });
    expect(types).toMatchObject({ types: { kind: 'included' }, problems: [] });
    const bill = execFileSync('tar', ['-xzOf', tarballOf(id), 'package/sbom.cdx.json'], { encoding: 'utf8' });
    expect(JSON.parse(bill)).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { type: 'library', name: id.replace('ferry-', '@ferry/') } },
      components: [],
    });
  },
);

/** Runs a script of the app with the key of the service. */
const runInApp = async (name: string, code: string): Promise<string> => {
  writeFileSync(path.join(app, name), code);
  const env = { ...process.env, FERRY_API_KEY: service.line.apiKey, FERRY_URL: service.line.url };
  return (await run(process.execPath, [name], { cwd: app, env })).stdout;
};

const snippets = [
  ...readFileSync(path.join(projectRoot, 'docs/server-client.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, code = '']) => code);

test('docs/server-client.md: the first snippets run in a new app', { tags: '@S24' }, async () => {
  const lines = (await runInApp('snippet.mts', `${snippets[0]}${snippets[1]}`)).trim().split('\n');
  expect(lines[0]).toBe('true');
  expect(lines.at(-1)).toMatch(/^0 \S+$/);
});

const codeBlocks = (file: string): string[] =>
  [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );

test('docs/testing.md: the snippet runs in a new app', { tags: '@S24' }, async () => {
  const [code = ''] = codeBlocks('docs/testing.md');
  expect(await runInApp('health.mjs', code)).toBe('ok 1\n');
});

test('docs/get-started.md: the backend serves its page and link tokens', { tags: '@S24' }, async () => {
  const [code = ''] = codeBlocks('docs/get-started.md');
  writeFileSync(
    path.join(app, 'backend.mjs'),
    code
      .replace('4700', '0')
      .replace("() => console.log('http://127.0.0.1:4700')", 'function () { console.log(this.address().port); }'),
  );
  const env = { ...process.env, FERRY_API_KEY: service.line.apiKey, FERRY_URL: service.line.url };
  const backend = spawn(process.execPath, ['backend.mjs'], { cwd: app, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(backend.stdout, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${String(port).trim()}`;
    const page = await (await fetch(url)).text();
    expect(page).toContain(`<script src="${service.line.url}/sdk/ferry-sdk.js">`);
    const { link_token: linkToken } = (await (await fetch(`${url}/link-token`, { method: 'POST' })).json()) as {
      link_token: string;
    };
    const exchange = await fetch(`${service.line.url}/api/v1/access-token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${linkToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ link_token: linkToken }),
    });
    expect(exchange.status).toBe(200);
  } finally {
    backend.kill();
  }
});

test('a CommonJS app can require each package', { tags: '@S24' }, async () => {
  const output = await runInApp(
    'app.cjs',
    `const { Ferry } = require('@ferry/server');
    const { FerryModal } = require('@ferry/react');
    const { renderToString } = require('react-dom/server');
    const page = renderToString(require('react').createElement(FerryModal, { linkToken: 'token' }));
    const ferry = new Ferry({ apiKey: process.env.FERRY_API_KEY, baseURL: process.env.FERRY_URL });
    ferry.migrations.list().then(({ page: { total } }) =>
      console.log(total, typeof require('@ferry/sdk').init, page === ''));`,
  );
  expect(output.trim()).toBe('12 function true');
});

const misuse = `import { Ferry } from '@ferry/server';
import { FerryModal, useFerry } from '@ferry/react';
import { createElement } from 'react';
const ferry = new Ferry({ apiKey: 'k', baseURL: 'https://api.ferry.example' });
// @ts-expect-error -- no such status
ferry.migrations.list({ status: ['DONE'] });
// @ts-expect-error -- no such property
ferry.linkTokens.create({ user: 'ada@aurora.example' });
// @ts-expect-error -- an ID is needed
ferry.reports.get();
for await (const migration of ferry.migrations.list()) {
  const status: 'FAILED' | string = migration.status;
  // @ts-expect-error -- no such field
  console.log(status, migration.state);
}
// @ts-expect-error -- linkToken is missing
useFerry({ userId: 'ada@aurora.example' });
createElement(FerryModal, { linkToken: async () => 'token', onClose: () => {} });
`;

test.each([['nodenext'], ['bundler']])(
  'strict TypeScript accepts the packages, and rejects misuse: %s',
  { tags: '@S24' },
  async (resolution) => {
    const files = {
      'misuse.mts': misuse,
      'all.mts': snippets.join(''),
      'common.cts': `import { Ferry } from '@ferry/server';\nexport const ferry = Ferry;\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(app, name), text);
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const compilerOptions = {
      module,
      moduleResolution: resolution,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    };
    const names = Object.keys(files).filter((name) => resolution === 'nodenext' || name !== 'common.cts');
    writeFileSync(path.join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
    const compiler = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
    const output = await run(process.execPath, [compiler, '-p', app]).catch((error: { stdout: string }) => error);
    expect(output.stdout).toBe('');
  },
);
