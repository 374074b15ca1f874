import { expect, test } from 'vitest';
import type { LabEntry, LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { replayAt } from './replay.ts';

const entry = (id: number, flow: number, atMs: number): LabEntry => ({
  id,
  flow,
  atMs,
  kind: 'step',
  name: `line ${id}`,
  unknown: false,
  json: null,
});
const recording: LabRecording = {
  format: 'ferry-modal-lab-recording',
  version: 1,
  recordedAt: '2026-11-21T12:00:00.000Z',
  service: '127.0.0.1:4100',
  entries: [entry(1, 1, 0), entry(2, 1, 1_000), entry(4, 2, 0), entry(5, 2, 300)],
  requests: [{ id: 3, flow: 1, atMs: 900, from: 'page', method: 'POST', path: '/x', status: 200, ms: 100 }],
};
const ids = (elapsed: number) => {
  const { entries, requests } = replayAt(recording, elapsed);
  return [...entries, ...requests].map(({ id }) => id);
};

test('recorder: a replay keeps the original times and plays the flows one after another', { tags: '@W6' }, () => {
  expect(ids(0)).toEqual([1]);
  expect(ids(950)).toEqual([1, 3]);
  expect(ids(1_000)).toEqual([1, 2, 3]);
  expect(ids(1_500)).toEqual([1, 2, 4, 3]);
  expect(ids(1_799)).not.toContain(5);
  expect(replayAt(recording, 1_799).isOver).toBe(false);
  expect(replayAt(recording, 1_800).isOver).toBe(true);
});

test('recorder: the whole recording can be shown in one step', { tags: '@W6' }, () => {
  expect(ids(Number.POSITIVE_INFINITY)).toEqual([1, 2, 4, 5, 3]);
});
