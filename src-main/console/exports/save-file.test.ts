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
import { expect, test } from 'vitest';
import type { SaveFile } from '../ports/save-file.ts';
import { saveBytes, writeProblem } from './save-file.ts';

const bytes = Buffer.from('{"format":"x"}\n');
const suggested = { fileName: 'ferry-lab.json', format: 'json' } as const;
const choose = (file: string): SaveFile => ({
  reveal: () => false,
  choose: async () => ({ file, fileName: path.basename(file), written: () => ({ path: file, download: null }) }),
});

test('a small file is saved completely, with no other file left behind', { tags: ['@W5', '@W6'] }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-recording-'));
  const file = path.join(folder, 'mine.json');
  expect(await saveBytes(choose(file), suggested, bytes, new Date(0))).toEqual({
    ok: true,
    value: { result: 'saved', fileName: 'mine.json', path: file, download: null },
  });
  expect(readFileSync(file)).toEqual(bytes);
  expect(readdirSync(folder)).toEqual(['mine.json']);
  rmSync(folder, { recursive: true });
});

test('cancelling the save dialog saves nothing', { tags: ['@W5', '@W6'] }, async () => {
  const closed: SaveFile = { choose: async () => null, reveal: () => false };
  const outcome = await saveBytes(closed, suggested, bytes, new Date(0));
  expect(outcome).toEqual({ ok: true, value: { result: 'dismissed' } });
});

test('an unwritable folder is reported in one sentence', { tags: ['@W5', '@W6', '@F13'] }, async () => {
  const outcome = await saveBytes(choose('/proc/nowhere/mine.json'), suggested, bytes, new Date(0));
  const detail = "The folder /proc/nowhere doesn't exist.";
  expect(outcome).toMatchObject({ ok: false, error: { code: 'export_not_saved', detail } });
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-folder-'));
  expect(await saveBytes(choose(folder), suggested, bytes, new Date(0))).toMatchObject({
    error: { detail: `${folder} is a folder.` },
  });
  rmSync(folder, { recursive: true });
});

test.each([
  ['ENOSPC', 'The disk with /exports is full. Free some space.'],
  ['EACCES', 'No permission to write to /exports.'],
  ['ENOTDIR', "The folder /exports doesn't exist."],
  ['EISDIR', '/exports/mine.json is a folder.'],
  ['EIO', 'System error: EIO: i/o error.'],
])('a write that fails with %s is explained in one sentence', (code, sentence) => {
  expect(writeProblem('/exports/mine.json', code, `${code}: i/o error`)).toBe(sentence);
});

test(
  'a saved file replaces a link at the chosen path, and the target of the link stays',
  { tags: ['@F13', '@T20'] },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ferry-linked-'));
    const mine = path.join(folder, 'mine.txt');
    writeFileSync(mine, 'mine');
    for (const [name, plant] of [
      ['symbolic.json', symlinkSync],
      ['hard.json', linkSync],
    ] as const) {
      const file = path.join(folder, name);
      plant(mine, file);
      expect(await saveBytes(choose(file), suggested, bytes, new Date(0))).toMatchObject({ ok: true });
      expect(lstatSync(file).isFile()).toBe(true);
      expect(readFileSync(file)).toEqual(bytes);
      expect(readFileSync(mine, 'utf8')).toBe('mine');
    }
    rmSync(folder, { recursive: true });
  },
);
