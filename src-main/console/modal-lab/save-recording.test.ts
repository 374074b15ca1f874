import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { saveRecording } from './save-recording.ts';

const recording = { fileName: 'ferry-lab.json', text: '{"format":"x"}\n' };
const choose = (file: string) => ({
  choose: async () => ({ file, fileName: path.basename(file), written: () => ({ path: file, download: null }) }),
});

test('W6 recorder: a recording is saved whole, and nothing else is left', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-recording-'));
  const file = path.join(folder, 'mine.json');
  expect(await saveRecording(recording, choose(file), new Date(0))).toEqual({
    ok: true,
    value: { result: 'saved', fileName: 'mine.json', path: file, download: null },
  });
  expect(readFileSync(file, 'utf8')).toBe(recording.text);
  expect(readdirSync(folder)).toEqual(['mine.json']);
});

test('W6 recorder: a dialog that was closed saves nothing', async () => {
  const outcome = await saveRecording(recording, { choose: async () => null }, new Date(0));
  expect(outcome).toEqual({ ok: true, value: { result: 'dismissed' } });
});

test('W6 [fault] recorder: a folder that cannot be written is told in one sentence', async () => {
  const outcome = await saveRecording(recording, choose('/proc/nowhere/mine.json'), new Date(0));
  expect(outcome).toMatchObject({ ok: false, error: { code: 'export_not_saved' } });
});
