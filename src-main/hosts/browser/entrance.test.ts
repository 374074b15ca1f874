import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPageFolders, writeStartPage } from './entrance.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-start-page-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const link = 'http://127.0.0.1:40001/#start=abc_DEF-123';

test('the start page is readable by its user only, has no script, and is deleted after use', { tags: '@T21' }, () => {
  const { file, remove } = writeStartPage([root], link);
  const page = readFileSync(file, 'utf8');
  expect(page).toContain(`<meta http-equiv="refresh" content="0; url=${link}">`);
  expect(page).toContain('<meta name="referrer" content="no-referrer">');
  expect(page).not.toContain('<script');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(file).not.toContain('abc_DEF-123');
  remove();
  remove();
  expect(readdirSync(root)).toEqual([]);
});

test('an unwritable folder is skipped, and having no writable folder is an error', () => {
  const file = path.join(root, 'a-file');
  writeFileSync(file, '');
  const page = writeStartPage([file, path.join(root, 'nowhere'), root], link);
  expect(path.dirname(page.file)).toBe(root);
  page.remove();
  expect(() => writeStartPage([file], link)).toThrow('ENOTDIR');
  expect(readdirSync(root)).toEqual(['a-file']);
});

test('a new start page removes pages that have expired, but no newer pages, links or folders', () => {
  const folder = path.join(root, 'several');
  mkdirSync(folder);
  const ageMs = 61_000;
  const expire = (file: string) => utimesSync(file, new Date(), new Date(Date.now() - ageMs));
  const [expired, newer] = [writeStartPage([folder], link), writeStartPage([folder], link)];
  const nameOf = (digit: string) => path.join(folder, `ferry-console-${digit.repeat(32)}.html`);
  const target = path.join(folder, 'mine.html');
  writeFileSync(target, '');
  symlinkSync(target, nameOf('a'));
  mkdirSync(nameOf('b'));
  for (const file of [expired.file, target, nameOf('b')]) expire(file);
  const third = writeStartPage([folder], link);
  expect(readdirSync(folder).toSorted()).toEqual(
    [newer.file, third.file, target, nameOf('a'), nameOf('b')].map((file) => path.basename(file)).toSorted(),
  );
  rmSync(folder, { recursive: true });
});

test.runIf(process.platform === 'linux')(
  "on Linux, Snap browsers can read the start page, because it isn't hidden and isn't in /tmp",
  () => {
    const [first] = startPageFolders('/var/lib/ferry');
    expect(first).toBe(process.env['HOME']);
    const { file, remove } = writeStartPage([root], link);
    expect(
      path
        .relative(root, file)
        .split(path.sep)
        .filter((name) => name.startsWith('.')),
    ).toEqual([]);
    remove();
  },
);
