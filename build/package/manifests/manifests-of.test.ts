import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onPath } from '#build/launch/base/on-path.ts';
import { product } from '../product.ts';
import { manifestsOf } from './manifests-of.ts';

const job = { label: { kind: 'release', version: '1.2.3' }, mark: '-unsigned' } as const;
const windows = ['ferry-console-1.2.3-win32-x64-unsigned.msi', 'ferry-console-1.2.3-win32-x64-unsigned.exe'];
const mac = ['ferry-console-1.2.3-darwin-arm64-unsigned.zip', 'ferry-console-1.2.3-darwin-x64-unsigned.zip'];
const others = ['ferry-console-1.2.3-linux-x64-unsigned.deb', 'ferry-console-portable-1.2.3-win32-x64-unsigned.zip'];
const sumOf = (name: string): string => hash('sha256', `content of ${name}`);

function make(names: readonly string[]): Readonly<Record<string, string>> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-manifests-'));
  for (const name of names) writeFileSync(path.join(folder.path, name), `content of ${name}`);
  return manifestsOf(job, folder.path, names);
}

test('each manager gets manifests if the run has made all its files', { tags: '@C19' }, () => {
  const managersOf = (names: readonly string[]) =>
    [...new Set(Object.keys(make(names)).map((name) => name.split('/')[0]))].toSorted();
  expect(managersOf(windows)).toEqual(['chocolatey', 'winget']);
  expect(managersOf(windows.slice(0, 1)), 'only the MSI').toEqual(['chocolatey']);
  expect(managersOf(mac)).toEqual(['homebrew']);
  expect(managersOf(mac.slice(0, 1))).toEqual([]);
  expect(managersOf(others)).toEqual(['flatpak', 'scoop']);
});

test('manifests have the hashes and URLs of the files and no other placeholder', { tags: '@C19' }, () => {
  const names = [...windows, ...mac, ...others];
  const manifests = make(names);
  const all = Object.values(manifests).join('\n');
  for (const name of names) {
    expect(all).toContain(sumOf(name));
    expect(all).toContain(`${product.downloads}/${name}`);
  }
  expect(all).not.toMatch(/\{ ?[A-Z\d_]+ ?[}:]/);
  expect(Object.keys(manifests)).toHaveLength(8);
});

test('the Scoop manifest names the folder of the archive and its commands', { tags: '@C19' }, () => {
  const scoop = JSON.parse(make(others)['scoop/ferry-console.json'] ?? '') as object;
  expect(scoop).toMatchObject({
    version: '1.2.3',
    architecture: { '64bit': { extract_dir: 'ferry-console-portable-1.2.3-win32-x64', hash: sumOf(others[1] ?? '') } },
    bin: expect.arrayContaining([`${product.id}.cmd`]),
  });
});

test('winget’s three files name the same package and version', { tags: '@C19' }, () => {
  const files = Object.entries(make(windows)).filter(([name]) => name.startsWith('winget/'));
  expect(files.map(([, text]) => /^ManifestType: (\w+)$/m.exec(text)?.[1]).toSorted()).toEqual([
    'defaultLocale',
    'installer',
    'version',
  ]);
  for (const [name, text] of files) {
    expect(name).toMatch(/^winget\/Ferry\.Console(?:\.installer|\.locale\.en-US)?\.yaml$/);
    expect(text).toMatch(/^PackageIdentifier: Ferry\.Console\nPackageVersion: '1\.2\.3'$/m);
  }
});

test.skipIf(onPath('xmllint') === null)('Chocolatey’s nuspec is well-formed XML', { tags: '@C19' }, () => {
  const input = make(windows)['chocolatey/ferry-console.nuspec'] ?? '';
  expect(spawnSync('xmllint', ['--noout', '-'], { input, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});
