import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SaveFile } from '../ports/save-file.ts';
import { saveBytes } from './save-file.ts';

const bytes = Buffer.from('{"format":"x"}\n');
const suggested = { fileName: 'ferry-lab.json', format: 'json' } as const;
const choose = (file: string): SaveFile => ({
  reveal: () => false,
  choose: async () => ({ file, fileName: path.basename(file), written: () => ({ path: file, download: null }) }),
});

test('saves a small file completely and leaves no other file', { tags: ['@W5', '@W6'] }, async () => {
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

test('a closed dialog saves nothing', { tags: ['@W5', '@W6'] }, async () => {
  const closed: SaveFile = { choose: async () => null, reveal: () => false };
  const outcome = await saveBytes(closed, suggested, bytes, new Date(0));
  expect(outcome).toEqual({ ok: true, value: { result: 'dismissed' } });
});

test('an unwritable folder is reported in one sentence', { tags: ['@W5', '@W6', '@F13'] }, async () => {
  const outcome = await saveBytes(choose('/proc/nowhere/mine.json'), suggested, bytes, new Date(0));
  expect(outcome).toMatchObject({ ok: false, error: { code: 'export_not_saved' } });
});
