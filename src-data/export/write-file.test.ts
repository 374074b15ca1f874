import {
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileWhole } from './write-file.ts';

let folder: string;
let mine: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-export-'));
  mine = path.join(folder, 'mine.txt');
  writeFileSync(mine, 'mine');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (pieces: Iterable<Uint8Array>) =>
  writeFileWhole({ file: path.join(folder, 'rows.csv'), part: path.join(folder, 'rows.part'), mode: 0o600 }, pieces, {
    signal: new AbortController().signal,
    onBytes: () => {},
  });

test.each([
  ['symbolic', symlinkSync],
  ['hard', linkSync],
])(
  'an export replaces a %s link that took the place of its target',
  { tags: ['@F13', '@T20'] },
  async (_kind, plant) => {
    const file = path.join(folder, 'rows.csv');
    writeFileSync(file, 'old');
    function* pieces(): Generator<Uint8Array> {
      yield Buffer.from('id\n');
      rmSync(file);
      plant(mine, file);
      yield Buffer.from('1\n');
    }
    expect(await write(pieces())).toEqual({ ok: true, bytes: 5 });
    expect(lstatSync(file).isFile()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('id\n1\n');
    expect(readFileSync(mine, 'utf8')).toBe('mine');
  },
);

test('an export does not write through a link at its temporary path', { tags: ['@F13', '@T20'] }, async () => {
  symlinkSync(mine, path.join(folder, 'rows.part'));
  expect(await write([Buffer.from('id\n')])).toMatchObject({ ok: false });
  expect(readFileSync(mine, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).not.toContain('rows.csv');
});
