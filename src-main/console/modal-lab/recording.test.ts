import { expect, test } from 'vitest';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { readRecording } from './recording.ts';

const recording: LabRecording = {
  format: 'ferry-modal-lab-recording',
  version: 1,
  recordedAt: '2026-11-21T12:00:00.000Z',
  service: '127.0.0.1:4100',
  entries: [{ id: 1, flow: 1, atMs: 0, kind: 'call', name: 'startModal()', unknown: false, json: null }],
  requests: [],
};
const read = (value: unknown) => readRecording(typeof value === 'string' ? value : JSON.stringify(value), new Date(0));

test('recorder: a saved session is read back unchanged', { tags: '@W6' }, () => {
  expect(read(recording)).toEqual({ ok: true, value: recording });
});

test.each([
  ['{', "This file isn't JSON."],
  [[], 'This file contains no modal lab session.'],
  [{ format: 'else' }, 'This file contains no modal lab session.'],
  [{ ...recording, version: 2 }, 'This session was recorded by a newer console.'],
  [{ ...recording, entries: [{ id: 1 }] }, 'The recording is damaged at entries.0.flow.'],
  [{ ...recording, more: 1 }, 'The recording is damaged at the start.'],
])('recorder: the file %j is rejected with one sentence', { tags: '@W6' }, (value, detail) => {
  expect(read(value)).toMatchObject({ ok: false, error: { code: 'invalid_import', detail } });
});
