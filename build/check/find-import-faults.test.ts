import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { findImportFaults } from './find-import-faults.ts';
import { importRules, topics } from './import-rules.ts';

/** Forbidden and allowed imports per kind of file. Listed separately, so that a lost rule fails this test. */
const cases: Readonly<Record<string, { readonly not: readonly string[]; readonly may: readonly string[] }>> = {
  'src-shared/new/x.ts': {
    not: ['electron', 'node:fs', 'react', 'fastify', '#service/y.ts', '../../src-main/y.ts', '../../test/y.ts'],
    may: ['zod', './z.ts'],
  },
  'src-service/new/x.ts': {
    not: ['electron', 'react', 'keytar', '#main/y.ts', '#sdk/y.ts', '../../src-renderer/y.ts', 'better-auth', 'saxes'],
    may: ['fastify', 'node:sqlite', '#shared/y.ts', './y.ts'],
  },
  'src-service/providers/dav/x.ts': {
    not: ['electron', 'react', '#main/y.ts', 'better-auth'],
    may: ['saxes', 'node:https', '../y.ts'],
  },
  'src-service/dashboard/x.ts': {
    not: ['electron', 'saxes', '../../src-dashboard/y.ts', '#ui/y.tsx'],
    may: ['better-auth', '@better-auth/utils', 'fastify', '../y.ts'],
  },
  'src-dashboard/new/x.tsx': {
    not: ['zod', 'node:fs', 'better-auth', '#service/y.ts', '../../src-renderer/api/y.ts'],
    may: ['react', '@tanstack/react-query', '#ui/y.tsx', '#shared/brand.ts'],
  },
  'src-sdk/new/x.ts': {
    not: ['zod', 'node:path', 'react', '#service/y.ts', '../../src-data/y.ts', '#shared/console-contract/calls.ts'],
    may: ['#shared/brand.ts', './y.ts'],
  },
  'src-data/new/x.ts': {
    not: ['electron', 'keytar', 'fastify', 'node:https', 'react', '#main/y.ts', '../../src-service/y.ts'],
    may: ['node:sqlite', 'node:worker_threads', 'conf', '#shared/y.ts'],
  },
  'src-main/x.ts': { not: ['react', '#service/y.ts', '../src-data/y.ts', 'electron'], may: ['./console/y.ts'] },
  'src-main/main.ts': { not: ['react', '#service/y.ts', '#data/y.ts'], may: ['electron', './hosts/electron/y.ts'] },
  'src-main/hosts/x.ts': {
    not: ['electron', './electron/y.ts', './browser/y.ts', '#service/y.ts'],
    may: ['node:path', '../console/y.ts', './node/y.ts'],
  },
  'src-main/hosts/electron/x.ts': {
    not: ['react-dom', '#service/y.ts', '#data/y.ts', '#sdk/y.ts', '../browser/y.ts'],
    may: ['electron', '../../console/y.ts', '../node/y.ts', '#shared/y.ts'],
  },
  'src-main/hosts/browser/x.ts': {
    not: ['electron', '../electron/y.ts', '#service/y.ts'],
    may: ['fastify', 'node:http', '../../console/y.ts', '../node/y.ts'],
  },
  'src-main/hosts/node/x.ts': { not: ['electron', '#main/hosts/electron/y.ts'], may: ['keytar', 'node:fs'] },
  'src-main/verify/x.ts': {
    not: ['electron', '../hosts/browser/y.ts'],
    may: ['../hosts/node/y.ts', '../console/y.ts'],
  },
  'src-main/console/settings/x.ts': {
    not: [
      '../profiles/y.ts',
      '#main/console/profiles/y.ts',
      '../create-console.ts',
      '../../hosts/node/y.ts',
      'electron',
    ],
    may: ['../log/y.ts', 'zod', 'node:crypto', '#shared/y.ts'],
  },
  'src-main/console/token-lab/proofs/x.ts': {
    not: ['../../everywhere/y.ts', '../../create-console.ts', '#service/y.ts'],
    may: ['../../api-client/y.ts', '../y.ts'],
  },
  'src-preload/x.ts': {
    not: ['zod', 'node:fs', 'react', '#shared/console-contract/calls.ts', '#main/y.ts'],
    may: ['electron', '#shared/console-contract/channels.ts'],
  },
  'src-ui/new/x.tsx': {
    not: [
      '#shared/migration-api/operations.ts',
      '@tanstack/react-query',
      'electron',
      'node:fs',
      'zod',
      '../../src-renderer/api/y.ts',
    ],
    may: ['react', 'react-aria-components', 'lucide-react', '#shared/brand.ts', '../y.tsx'],
  },
  'src-renderer/new/x.tsx': {
    not: ['electron', 'node:fs', 'zod', 'keytar', '#main/y.ts', '#service/y.ts', '../../src-preload/y.ts'],
    may: ['react', '@tanstack/react-query', '#shared/brand.ts'],
  },
  'src-renderer/api/x.ts': {
    not: ['../components/y.ts', '../pages/a/y.ts', '../shell/y.ts', '../main.tsx', '#ui/y.tsx'],
    may: ['@tanstack/react-query', '#ui/state/y.ts', './y.ts'],
  },
  'src-renderer/components/new/x.tsx': {
    not: ['../../pages/a/y.ts', '../../shell/y.ts', '../../router.tsx'],
    may: ['../../api/y.ts', '../y.ts', '#ui/y.tsx'],
  },
  'src-renderer/pages/a/x.tsx': {
    not: ['../b/y.ts', './../b/y.ts', '../../shell/y.ts', '../../router.tsx'],
    may: ['./y.ts', './deep/y.ts', '../../components/y.ts'],
  },
  'src-renderer/pages/a/deep/er/x.tsx': {
    not: ['../../../b/y.ts', '../../../../shell/y.ts'],
    may: ['../y.ts', '../../y.ts', '../../other/y.ts', '../../../../api/y.ts'],
  },
  'src-renderer/shell/new/x.tsx': {
    not: ['../../router.tsx', '../../main.tsx'],
    may: ['../../pages/a/y.ts', '../y.ts'],
  },
};

/** Writes files into a new folder with this project's packages, and returns the faults in that folder. */
async function faultsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'ferry-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));
  symlinkSync(path.join(projectRoot, 'package.json'), path.join(root, 'package.json'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return findImportFaults(root);
}

/** Returns the project file that an import names. Null for a package or a Node module. */
const targetOf = (file: string, request: string): string | null => {
  if (request.startsWith('#'))
    return request.replace(/^#(\w+)/, (_all, room: string) => (room === 'test' ? room : `src-${room}`));
  return request.startsWith('.') ? path.join(path.dirname(file), request) : null;
};

/** Writes each import into a separate file next to the named file, together with the imported files. */
function plant(kind: 'not' | 'may') {
  const files: Record<string, string> = {};
  const planted: { readonly file: string; readonly request: string }[] = [];
  for (const [file, { [kind]: requests }] of Object.entries(cases)) {
    const isRoot = file === 'src-main/main.ts';
    requests.forEach((request, index) => {
      const own = isRoot ? file : file.replace(/x(\.tsx?)$/, `x${index}$1`);
      files[own] = `${files[own] ?? ''}import '${request}';\n`;
      planted.push({ file: own, request });
      const target = targetOf(file, request);
      if (target !== null) files[target] ??= '';
    });
  }
  return { files, planted };
}

const slow = { timeout: 120_000 };

test('the import check finds every forbidden import of a layer', slow, async () => {
  const { files, planted } = plant('not');
  const faults = (await faultsOf(files)).filter((fault) => !fault.includes('An import must name'));
  const missed = planted.filter(({ file, request }) => {
    const name = targetOf(file, request) ?? request.replace('node:', '');
    return !faults.some((fault) => fault.startsWith(`${file} → `) && fault.split(': ')[0]?.includes(name));
  });
  expect(missed).toEqual([]);
  expect(planted.length).toBeGreaterThan(100);
});

test('the import check accepts every allowed import of a layer', slow, async () => {
  expect(await faultsOf(plant('may').files)).toEqual([]);
});

test('the import check finds imports in every syntax', slow, async () => {
  const forms = [
    "import { y } from '#main/y.ts';",
    "import type { Y } from '#main/y.ts';",
    "import '#main/y.ts';",
    "export { y } from '#main/y.ts';",
    "export type { Y } from '#main/y.ts';",
    "export * from '#main/y.ts';",
    "export const later = () => import('#main/y.ts');",
  ];
  const files = Object.fromEntries(forms.map((form, index) => [`src-shared/${index}.ts`, form]));
  const faults = await faultsOf({ 'src-main/y.ts': 'export const y = 1;\nexport type Y = 1;\n', ...files });
  expect(faults.toSorted()).toEqual(
    forms.map((_form, index) => expect.stringContaining(`src-shared/${index}.ts → src-main/y.ts: src-shared is`)),
  );
});

test('the import check reports cycles, including cycles of types', slow, async () => {
  const files = {
    'src-shared/a.ts': "import type { B } from './b.ts';\nexport type A = B;",
    'src-shared/b.ts': "import type { C } from './c.ts';\nexport type B = C;",
    'src-shared/c.ts': "import type { A } from './a.ts';\nexport type C = A;",
  };
  expect((await faultsOf(files)).join('\n')).toContain('No file imports itself through others');
});

test('the import check reports two folders that import each other, except in tests', slow, async () => {
  const oneWayFiles = { 'src-shared/x.ts': "import './deep/y.ts';", 'src-shared/deep/y.ts': '', 'src-shared/z.ts': '' };
  const back = "import type { Z } from '../z.ts';\nexport type Y = Z;";
  expect(await faultsOf({ ...oneWayFiles, 'src-shared/deep/y.ts': back })).toEqual([
    'src-shared and src-shared/deep import each other.',
  ]);
  expect(await faultsOf({ ...oneWayFiles, 'src-shared/deep/y.test.ts': back })).toEqual([]);
});

test('the import check reports an import of a missing file', slow, async () => {
  expect(await faultsOf({ 'src-shared/a.ts': "import './missing.ts';" })).toEqual([
    expect.stringContaining('src-shared/a.ts → ./missing.ts'),
  ]);
});

test('the import rules order every topic of the console and cover every file', () => {
  const folders = readdirSync(path.join(projectRoot, 'src-main', 'console'), { withFileTypes: true });
  expect(topics.toSorted()).toEqual(
    folders.flatMap((folder) => (folder.isDirectory() ? [folder.name] : [])).toSorted(),
  );
  const starts = importRules.flatMap(({ from }) =>
    'path' in from && typeof from.path === 'string' && from.path ? [from.path] : [],
  );
  const free = globSync('src-*/**/*.{ts,tsx}', { cwd: projectRoot }).filter(
    (file) => !starts.some((start) => new RegExp(start).test(file)),
  );
  expect(free).toEqual([]);
});
