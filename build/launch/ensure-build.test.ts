import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureBuild, type RunBuild } from './ensure-build.ts';
import { LaunchFault } from './base/launch-fault.ts';

let root = '';
let builds = 0;
const source = () => path.join(root, 'src-main', 'main.ts');
const build: RunBuild = async () => {
  builds += 1;
  await wait(50);
  return { code: 0, output: '' };
};
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  builds = 0;
  root = mkdtempSync(path.join(tmpdir(), 'ferry-build-'));
  mkdirSync(path.dirname(source()));
  writeFileSync(source(), 'export const one = 1;\n');
  writeFileSync(path.join(root, 'package.json'), '{}');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

test('build: made once for two that ask at the same time, and not again', async () => {
  await Promise.all([ensureBuild(root, build), ensureBuild(root, build)]);
  await ensureBuild(root, build);
  expect(builds).toBe(1);
});

test('build: made again when a source changed, came or went, not when a test did', async () => {
  await ensureBuild(root, build);
  writeFileSync(path.join(root, 'src-main', 'main.test.ts'), 'test');
  await ensureBuild(root, build);
  expect(builds).toBe(1);
  writeFileSync(source(), 'export const one = 2;\n');
  await ensureBuild(root, build);
  expect(builds).toBe(2);
  writeFileSync(path.join(root, 'src-main', 'more.ts'), '');
  await ensureBuild(root, build);
  rmSync(path.join(root, 'src-main', 'more.ts'));
  await ensureBuild(root, build);
  expect(builds).toBe(4);
  expect(process.stderr.write).toHaveBeenLastCalledWith('Building the console: its sources changed.\n');
});

test('build: a source that changes while it runs is built at the next start', async () => {
  await ensureBuild(root, async (folder) => {
    writeFileSync(source(), 'export const one = 3;\n');
    return build(folder);
  });
  await ensureBuild(root, build);
  expect(builds).toBe(2);
});

test('[fault] (F24) build: a failure carries the compiler’s message, and the next start tries again', async () => {
  const failing: RunBuild = async () => ({ code: 1, output: 'src-main/main.ts:1: unexpected token\n' });
  await expect(ensureBuild(root, failing)).rejects.toThrow(LaunchFault);
  await expect(ensureBuild(root, failing)).rejects.toThrow(
    'The console could not be built. The compiler says:\nsrc-main/main.ts:1: unexpected token',
  );
  await ensureBuild(root, build);
  expect(readFileSync(path.join(root, 'out', '.sources.sha256'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});
