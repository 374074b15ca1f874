import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempDisposableSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onPath } from '#build/launch/base/on-path.ts';
import { makeTarball } from '#build/package/archives.ts';
import { publishPackages } from '#build/package/publish-packages.ts';
import { writeKey } from '#test/fixtures/signing-key.ts';
import { firstDifference } from './first-difference.ts';

/** Packs a folder `app` with these files. */
function pack(root: string, name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(root, name, 'app');
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  const archive = path.join(root, `${name}.tar.gz`);
  makeTarball(folder, archive, 1_790_000_000);
  return archive;
}

test('equal packages have no difference, and a difference is named with its file and byte', { tags: '@C19' }, () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-rebuild-test-'));
  const files = { 'a.txt': 'first', 'b.txt': 'second' };
  const published = pack(folder.path, 'published', files);
  expect(firstDifference(published, pack(folder.path, 'same', files))).toBeNull();
  expect(firstDifference(published, pack(folder.path, 'changed', { ...files, 'b.txt': 'sec0nd' }))).toMatch(
    /^The first difference is byte \d+ of \d+ \(rebuilt: \d+\): app\/b\.txt differs from byte 3 on\.$/,
  );
  expect(firstDifference(published, pack(folder.path, 'more', { ...files, 'c.txt': '' }))).toMatch(
    /: app\/c\.txt is missing, and in the rebuilt file a file of mode 644, /,
  );
  const [one, other] = ['one.exe', 'other.exe'].map((name) => path.join(folder.path, name)) as [string, string];
  writeFileSync(one, 'bytes');
  writeFileSync(other, 'bytez');
  expect(firstDifference(one, other)).toBe('The first difference is byte 4 of 5 (rebuilt: 5).');
});

test('a deb differs in its content, not in the time at which it was unpacked', { tags: '@C19' }, (context) => {
  context.skip(onPath('dpkg-deb') === null, 'dpkg-deb is not installed (Debian: apt-get install dpkg)');
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-rebuild-test-'));
  const member = (name: string, content: Buffer): Buffer => {
    const head = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(12)}${'100644'.padEnd(8)}${`${content.length}`.padEnd(10)}\`\n`;
    return Buffer.concat([Buffer.from(head), content, Buffer.alloc(content.length % 2, '\n')]);
  };
  // As in nfpm's packages, the inner archives don't list their top folder.
  const packDeb = (name: string, text: string): string => {
    const archiveOf = (file: string, content: string): Buffer => {
      writeFileSync(path.join(folder.path, file), content);
      utimesSync(path.join(folder.path, file), 1e9, 1e9);
      return execFileSync('tar', ['-cz', '-C', folder.path, `./${file}`]);
    };
    const members = [
      member('debian-binary', Buffer.from('2.0\n')),
      member('control.tar.gz', archiveOf('control', 'Package: a\nVersion: 1\nArchitecture: all\n')),
      member('data.tar.gz', archiveOf('file.txt', text)),
    ];
    const file = path.join(folder.path, `${name}.deb`);
    writeFileSync(file, Buffer.concat([Buffer.from('!<arch>\n'), ...members]));
    return file;
  };
  expect(firstDifference(packDeb('published', 'text'), packDeb('rebuilt', 'tent'))).toMatch(
    /: file\.txt differs from byte 2 on\.$/,
  );
});

test('a package is rebuilt only by a signed statement and a command that makes packages', { tags: '@C19' }, () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-rebuild-test-'));
  using keys = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-rebuild-test-'));
  const file = path.join(folder.path, 'ferry.deb');
  writeFileSync(file, 'deb');
  const verify = (...args: string[]) => {
    const program = path.join(import.meta.dirname, 'verify-rebuild.ts');
    return execFileSync(process.execPath, [program, file, ...args], { stdio: 'pipe' });
  };
  expect(verify).toThrow(/No \*\.provenance\.json next to .*ferry\.deb names it\. Download the statement, too\./);
  const state = (
    name: string,
    command: readonly string[],
    gitCommit = '0'.repeat(40),
    sha256 = hash('sha256', 'deb'),
  ) => {
    const buildDefinition = { externalParameters: { command }, resolvedDependencies: [{ digest: { gitCommit } }] };
    const predicate = { buildDefinition, runDetails: { builder: { version: process.versions } } };
    const text = JSON.stringify({ subject: [{ name: 'ferry.deb', digest: { sha256 } }], predicate });
    writeFileSync(path.join(folder.path, name), text);
  };
  const unsigned = 'ferry-unsigned.provenance.json';
  state(unsigned, [], undefined, '00');
  expect(verify).toThrow(/was changed: its SHA-256 is not the one in its statement/);

  const trap = path.join(keys.path, 'trap');
  for (const command of [
    ['touch', trap],
    ['npm', 'run', `dist:linux;touch ${trap}`],
    ['npm', 'run', 'dist:mac', trap],
  ]) {
    state(unsigned, command);
    expect(verify, command.join(' ')).toThrow(/The statement's command makes no packages, so it doesn't run: /);
  }
  state(unsigned, ['npm', 'run', 'dist:linux'], `--upload-pack=touch ${trap}`);
  expect(verify).toThrow(/--upload-pack=touch .* is not a commit\./);
  expect(existsSync(trap)).toBe(false);

  rmSync(path.join(folder.path, unsigned));
  const name = 'ferry.provenance.json';
  state(name, ['touch', trap]);
  expect(verify).toThrow(/ferry\.provenance\.json is a statement of a signed package\. Pass the public key/);
  const [key, otherKey] = [writeKey(path.join(keys.path, 'a')), writeKey(path.join(keys.path, 'b'))];
  expect(() => verify('--key', key.publicKey)).toThrow(/ferry\.provenance\.json is not signed/);
  publishPackages({ folder: folder.path, names: [name], key, sourceDate: 1_790_000_000 });
  expect(() => verify('--key', otherKey.publicKey)).toThrow(/ferry\.provenance\.json is signed with another key/);
  // The signature is right, so the command is checked next.
  expect(() => verify('--key', key.publicKey)).toThrow(/The statement's command makes no packages/);
});
