import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTarball } from '#build/package/archives.ts';
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

test('equal packages have no difference, and another one is named with its file and byte', { tags: '@C19' }, () => {
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

test('a package without its statement is refused with the fix', { tags: '@C19' }, () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-rebuild-test-'));
  const file = path.join(folder.path, 'ferry.deb');
  writeFileSync(file, 'deb');
  const verify = () =>
    execFileSync(process.execPath, [path.join(import.meta.dirname, 'verify-rebuild.ts'), file], { stdio: 'pipe' });
  expect(verify).toThrow(/No \*\.provenance\.json next to .*ferry\.deb names it\. Download the statement, too\./);
  const subject = [{ name: 'ferry.deb', digest: { sha256: '00' } }];
  writeFileSync(path.join(folder.path, 'ferry.provenance.json'), JSON.stringify({ subject }));
  expect(verify).toThrow(/was changed: its SHA-256 is not the one in its statement/);
});
