import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureBuild, type RunBuild } from './ensure-build.ts';
import { LaunchFault } from './base/launch-fault.ts';

let root = '';
let built: string[] = [];
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const build: RunBuild = async ({ name, output }) => {
  built.push(name);
  if (output.endsWith('.ts')) write(output, '');
  else mkdirSync(path.join(root, output), { recursive: true });
  await wait(20);
  return { code: 0, output: '' };
};
const all = ['the modal page', 'the console', 'the SDK', 'the lab', 'the dashboard', 'the documentation'];
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  built = [];
  root = mkdtempSync(path.join(tmpdir(), 'ferry-build-'));
  write('src-main/main.ts', 'export const one = 1;\n');
  write('package.json', '{}');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

test('two processes that need the build at the same time build it once', async () => {
  await Promise.all([ensureBuild(root, build), ensureBuild(root, build)]);
  await ensureBuild(root, build);
  expect(built).toEqual(all);
  expect(process.stderr.write).toHaveBeenCalledExactlyOnceWith(
    'Building the modal page, the console, the SDK, the lab, the dashboard, and the documentation.\n',
  );
});

test('a build covers only the parts whose sources changed, and names them in one line', async () => {
  await ensureBuild(root, build);
  const builtAfter = async (change: () => void) => {
    built = [];
    change();
    await ensureBuild(root, build);
    return built;
  };
  expect(await builtAfter(() => write('src-main/main.test.ts', 'test'))).toEqual([]);
  expect(await builtAfter(() => write('src-main/main.ts', 'export const one = 2;\n'))).toEqual(['the console']);
  expect(await builtAfter(() => write('src-dashboard/main.tsx', ''))).toEqual(['the dashboard']);
  expect(await builtAfter(() => write('src-service/modal-page/page/page.css', ''))).toEqual(all.slice(0, 2));
  expect(await builtAfter(() => write('docs/pictures/dashboard/keys.png', ''))).toEqual(['the documentation']);
  expect(await builtAfter(() => write('build/vite/bundle-chunk.ts', ''))).toEqual(
    all.filter((name) => name !== 'the SDK' && name !== 'the lab'),
  );
  expect(await builtAfter(() => write('src-sdk/index.ts', ''))).toEqual(['the SDK', 'the lab']);
  expect(process.stderr.write).toHaveBeenLastCalledWith('Building the SDK and the lab: the sources changed.\n');
  expect(await builtAfter(() => rmSync(path.join(root, 'src-dashboard/main.tsx')))).toEqual(['the dashboard']);
  expect(await builtAfter(() => write('src-shared/brand.ts', ''))).toEqual(all);
  expect(await builtAfter(() => rmSync(path.join(root, 'dist'), { recursive: true }))).toEqual([
    'the SDK',
    'the dashboard',
    'the documentation',
  ]);
});

test('the next start rebuilds if a source changes during a build', async () => {
  await ensureBuild(root, async (part, folder) => {
    if (part.name === 'the console') write('src-main/main.ts', 'export const one = 3;\n');
    return build(part, folder);
  });
  built = [];
  await ensureBuild(root, build);
  expect(built).toEqual(['the console']);
});

test(
  'a failed build shows the compiler’s message and the command that fixes it, and the next start retries',
  { tags: '@F24' },
  async () => {
    const failing: RunBuild = async () => ({ code: 1, output: 'src-main/main.ts:1: unexpected token\n' });
    await expect(ensureBuild(root, failing)).rejects.toThrow(LaunchFault);
    await expect(ensureBuild(root, failing)).rejects.toThrow(
      'Building the modal page failed. Output of the compiler:\nsrc-main/main.ts:1: unexpected token\n' +
        "If you didn't change the sources, run this: npm ci --ignore-scripts && npm run build",
    );
    await ensureBuild(root, build);
    expect(built).toEqual(all);
  },
);
