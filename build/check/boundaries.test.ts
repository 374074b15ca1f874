import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { importOverrides, isText, refusedImports, topics } from './import-rules.ts';
import { packageTool } from './package-tool.ts';

interface Override {
  readonly files: readonly string[];
  readonly rules: { readonly 'no-restricted-imports'?: unknown };
}
const configFile = path.join(projectRoot, '.oxlintrc.json');
const { overrides } = JSON.parse(readFileSync(configFile, 'utf8')) as { overrides: readonly Override[] };
const rooms = refusedImports().flatMap(({ files, patterns, message }) =>
  files.map((glob) => ({ glob, group: patterns.filter((pattern) => !isText(pattern)), message })),
);

/** What each kind of file must not import, written by hand: a pattern that is lost from the configuration shows here. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'src-shared/new/x.ts': [
    'electron',
    'node:fs',
    'react',
    'fastify',
    '#service/x.ts',
    '../../src-main/x.ts',
    '#test/x.ts',
  ],
  'src-service/new/x.ts': [
    'electron',
    'react',
    'keytar',
    '#main/x.ts',
    '#sdk/x.ts',
    '../../src-renderer/x.ts',
    'better-auth',
    'tsdav',
  ],
  'src-service/providers/dav/x.ts': ['electron', 'react', '#main/x.ts', 'better-auth'],
  'src-service/dashboard/x.ts': ['electron', 'react', 'tsdav', '#dashboard/x.ts', '#ui/x.tsx'],
  'src-dashboard/new/x.tsx': ['zod', 'node:fs', 'better-auth', '#service/x.ts', '../../src-renderer/api/y.ts'],
  'src-sdk/new/x.ts': ['zod', 'node:path', 'react', 'electron', '#service/x.ts', '#main/x.ts', '../../src-data/x.ts'],
  'src-data/new/x.ts': ['electron', 'keytar', 'fastify', 'node:https', 'react', '#main/x.ts', '../../src-service/x.ts'],
  'src-main/x.ts': ['react', '#service/x.ts', '../src-data/x.ts'],
  'src-main/main.ts': ['react', '#service/x.ts', '#data/x.ts'],
  'src-main/hosts/x.ts': ['electron', './electron/x.ts', './browser/x.ts', '#service/x.ts', 'react'],
  'src-main/hosts/electron/x.ts': ['react-dom', '#service/x.ts', '#data/x.ts', '#sdk/x.ts', '../browser/x.ts'],
  'src-main/hosts/browser/x.ts': [
    'electron',
    'electron/main',
    'electron-log/main',
    '../electron/x.ts',
    '#service/x.ts',
  ],
  'src-main/hosts/node/x.ts': ['electron', '#main/hosts/electron/x.ts', 'react'],
  'src-main/console/new/x.ts': [
    'electron',
    'electron-store',
    '../../hosts/node/x.ts',
    '#main/hosts/x.ts',
    '#service/x.ts',
  ],
  'src-main/console/settings/x.ts': [
    '../profiles/y.ts',
    '#main/console/profiles/y.ts',
    '../create-console.ts',
    '../../hosts/node/x.ts',
    'electron',
    'react',
  ],
  'src-main/console/token-lab/proofs/x.ts': ['../../everywhere/y.ts', '../../create-console.ts', '#service/x.ts'],
  'src-preload/x.ts': ['zod', 'node:fs', 'react', '#shared/console-contract/calls.ts', '#main/x.ts'],
  'src-renderer/new/x.tsx': [
    'electron',
    'node:fs',
    'zod',
    'keytar',
    '#main/x.ts',
    '#service/x.ts',
    '../../src-preload/x.ts',
  ],
  'src-ui/new/x.tsx': [
    '#shared/brand.ts',
    '@tanstack/react-query',
    '@tanstack/react-router',
    'electron',
    'node:fs',
    '../../src-renderer/api/y.ts',
  ],
  'src-renderer/api/x.ts': [
    '../components/y.ts',
    '../pages/a/y.ts',
    '../shell/y.ts',
    '../main.tsx',
    '#ui/y.tsx',
    'zod',
  ],
  'src-renderer/components/new/x.tsx': ['../../pages/a/y.ts', '../../shell/y.ts', '../../router.tsx', 'node:fs'],
  'src-renderer/pages/a/x.tsx': [
    './../b/y.ts',
    './deep/../../b/y.ts',
    '../b/y.ts',
    '../../pages/b/y.ts',
    '../../shell/y.ts',
    '../../router.tsx',
    'zod',
  ],
  'src-renderer/pages/a/deep/x.tsx': ['../../b/y.ts', '../../b/deep/y.ts', '../../../shell/y.ts', '#main/x.ts'],
  'src-renderer/pages/a/deep/er/x.tsx': ['../../../b/y.ts', '../../../../shell/y.ts'],
  'src-renderer/shell/new/x.tsx': ['../../router.tsx', '../../main.tsx', 'electron'],
};

/** What each kind of file may import. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src-shared/new/x.ts': ['zod', '#shared/x.ts', './y.ts'],
  'src-service/new/x.ts': ['fastify', 'node:sqlite', '#shared/x.ts', '#service/x.ts'],
  'src-service/dashboard/x.ts': ['better-auth/minimal', 'fastify', '../store/y.ts'],
  'src-service/providers/dav/x.ts': ['tsdav', 'node:https', '../copy-ports.ts'],
  'src-dashboard/new/x.tsx': [
    'react',
    '@tanstack/react-query',
    '#ui/controls/y.tsx',
    '#shared/brand.ts',
    '../api/y.ts',
  ],
  'src-sdk/new/x.ts': ['#shared/brand.ts', './y.ts'],
  'src-data/new/x.ts': ['node:sqlite', 'node:worker_threads', '#shared/x.ts'],
  'src-main/main.ts': ['electron', './hosts/electron/y.ts'],
  'src-main/hosts/x.ts': ['node:path', '../console/y.ts', '#shared/x.ts'],
  'src-main/hosts/electron/x.ts': [
    'electron',
    'electron-log/main',
    '../../console/y.ts',
    '../node/y.ts',
    '#shared/x.ts',
  ],
  'src-main/hosts/browser/x.ts': ['fastify', 'node:http', '../../console/y.ts', '../node/y.ts'],
  'src-main/hosts/node/x.ts': ['node:fs', 'keytar', '../../console/y.ts'],
  'src-main/console/new/x.ts': ['zod', 'node:crypto', '../migrations/y.ts', '#shared/x.ts'],
  'src-main/console/profiles/x.ts': ['../settings/y.ts', '../ports/console-ports.ts', './y.ts', 'zod', 'node:fs'],
  'src-main/console/token-lab/proofs/x.ts': ['../../api-client/y.ts', '../x.ts', '../../events/console-events.ts'],
  'src-preload/x.ts': ['electron', '#shared/console-contract/channels.ts'],
  'src-renderer/new/x.tsx': ['react', '@tanstack/react-query', '#shared/brand.ts', './y.ts'],
  'src-ui/new/x.tsx': ['react', 'react-aria-components', 'lucide-react', '../controls/y.tsx', '#ui/controls/y.tsx'],
  'src-renderer/api/x.ts': ['@tanstack/react-query', './y.ts', '#shared/brand.ts'],
  'src-renderer/components/new/x.tsx': ['../../api/y.ts', '../other/y.tsx', '#ui/controls/y.tsx', 'react'],
  'src-renderer/pages/a/x.tsx': ['./y.ts', './deep/y.ts', '../../components/new/y.tsx', '../../api/y.ts', '#ui/y.tsx'],
  'src-renderer/pages/a/deep/x.tsx': ['../y.ts', '../other/y.ts', '../../../api/y.ts'],
  'src-renderer/pages/a/deep/er/x.tsx': ['../y.ts', '../../y.ts', '../../other/y.ts', '../../../../api/y.ts'],
  'src-renderer/shell/new/x.tsx': ['../../pages/a/y.ts', '../other/y.ts', '../../components/new/y.tsx'],
};

/** Each way to write an import, as one line of a file; `n` keeps the names in it apart. */
const plain = (from: string, n: number): string => `import * as all${n} from '${from}';`;
const forms: readonly ((specifier: string, n: number) => string)[] = [
  plain,
  (from, n) => `import type { One as One${n} } from '${from}';`,
  (from, n) => `export { two as two${n} } from '${from}';`,
  (from) => `export * from '${from}';`,
  (from) => `import '${from}';`,
  (from, n) => `export const later${n} = () => import('${from}');`,
];

/** A specifier that a pattern of the configuration is meant for. */
const exampleOf = (pattern: string): string =>
  pattern
    .replace(/^\*\*\//, '../')
    .replace(/\*\*$/, 'x.ts')
    .replace(/\*$/, pattern === 'node:*' ? 'fs' : 'x');

/** A file that a glob of the configuration is meant for. */
const fileIn = (glob: string): string =>
  glob
    .replace(/\*\*$/, 'deep/x.ts')
    .replace(/\*(\.ts)?$/, 'x.ts')
    .replaceAll('*', 'some');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-rooms-'));
  cpSync(configFile, path.join(folder, '.oxlintrc.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Planted {
  readonly file: string;
  readonly line: string;
}

/** Lints planted lines, each in a file of its own, and returns what one rule says about each; in order. */
async function lint(planted: readonly Planted[], rule = 'no-restricted-imports'): Promise<string[][]> {
  const root = mkdtempSync(path.join(folder, 'planted-'));
  cpSync(configFile, path.join(root, '.oxlintrc.json'));
  const names = planted.map(({ file, line }, index) => {
    const { dir, name, ext } = path.parse(file);
    // These two are named by rules: their lines share one file.
    const unique = name === 'main' || name === 'create-console' ? file : path.join(dir, `${name}${index}${ext}`);
    mkdirSync(path.join(root, dir), { recursive: true });
    writeFileSync(path.join(root, unique), `${line}\n`, { flag: 'a' });
    return unique;
  });
  const [node = '', ...args] = [...packageTool('oxlint'), '--format=json'];
  const said = await new Promise<string>((resolve) => {
    execFile(node, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, out) => resolve(out));
  });
  const { diagnostics } = JSON.parse(said) as {
    diagnostics: {
      code?: string;
      filename: string;
      help?: string;
      message: string;
      labels: { span: { line: number } }[];
    }[];
  };
  const lineOf = new Map<string, number>();
  return names.map((name) => {
    const line = (lineOf.get(name) ?? 0) + 1;
    lineOf.set(name, line);
    return diagnostics
      .filter((one) => one.code?.includes(rule))
      .filter((one) => path.normalize(one.filename) === name && one.labels[0]?.span.line === line)
      .map((one) => `${one.message} ${one.help ?? ''}`);
  });
}

test('boundaries: every pattern of every room is reported, with the message that says what is allowed', async () => {
  const planted = rooms.flatMap(({ glob, group, message }) =>
    group.map((pattern, n) => ({ file: fileIn(glob), line: plain(exampleOf(pattern), n), message })),
  );
  const said = await lint(planted);
  const silent = planted.filter(({ message }, index) => !said[index]?.some((text) => text.includes(message)));
  expect(silent).toEqual([]);
  expect(planted.length).toBeGreaterThan(200);
});

test('boundaries: what a room must not import is reported in every way to write it', async () => {
  const planted = Object.entries(forbidden).flatMap(([file, specifiers]) =>
    specifiers.flatMap((specifier, n) => forms.map((form) => ({ file, line: form(specifier, n) }))),
  );
  const said = await lint(planted);
  expect(planted.filter((_one, index) => said[index]?.length === 0)).toEqual([]);
});

test('boundaries: what a room may import is not reported', async () => {
  const planted = Object.entries(allowed).flatMap(([file, specifiers]) =>
    specifiers.map((specifier, n) => ({ file, line: plain(specifier, n) })),
  );
  const said = await lint(planted);
  expect(planted.filter((_one, index) => said[index]?.length !== 0)).toEqual([]);
});

test('boundaries: the linter is told what the table says; `npm run lint:imports` writes it', () => {
  const told = overrides.filter(({ rules }) => rules['no-restricted-imports']);
  expect(told).toEqual(importOverrides());
});

test('boundaries: every topic of the console stands in the order that the table gives', () => {
  const folders = readdirSync(path.join(projectRoot, 'src-main', 'console'), { withFileTypes: true });
  const found = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
  expect(topics.toSorted()).toEqual(found.toSorted());
});

test('boundaries: where the console is put together, nothing is used before its line', async () => {
  const file = 'src-main/console/create-console.ts';
  const late = 'export function createX() { const early = () => late(); const late = () => 1; return early; }';
  expect(await lint([{ file, line: late }], 'no-use-before-define')).not.toEqual([[]]);
});

test('boundaries: every source file of every room is under a rule', () => {
  const files = globSync('src-*/**/*.{ts,tsx}', { cwd: projectRoot });
  const free = files.filter((file) => !rooms.some(({ glob }) => path.matchesGlob(file, glob)));
  expect(free).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});
