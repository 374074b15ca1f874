import { expect, test } from 'vitest';
import type { LabEntry, LabView } from '#shared/console-contract/modal-lab-calls.ts';
import { mergeLab, type StampedLab } from './modal-lab.ts';

const entry = (id: number): LabEntry => ({
  id,
  flow: 1,
  atMs: id,
  kind: 'step',
  name: `${id}`,
  unknown: false,
  json: null,
});
const view = (revision: number): LabView => ({
  labId: 'x',
  revision,
  profileId: 'p',
  serviceURL: 'http://127.0.0.1:1',
  address: 'http://127.0.0.1:2/lab/s/',
  partition: 'ferry-lab-1',
  shownIn: 'frame',
  guest: 'ready',
  flow: null,
  problem: null,
});
const before: StampedLab = { view: view(3), entries: [entry(1), entry(2)], requests: [], at: 0 };
const change = { view: view(4), entries: [entry(2), entry(3)], requests: [], cleared: false };

test('each new log line is added once', { tags: '@C16' }, () => {
  const after = mergeLab(before, change);
  expect(after.entries.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(after.view.revision).toBe(4);
});

test('an outdated update does not restore an older state of the lab', { tags: '@C16' }, () => {
  expect(mergeLab(before, { ...change, view: view(2) }).view.revision).toBe(3);
});

test('a cleared log starts again from empty', { tags: '@C16' }, () => {
  expect(mergeLab(before, { ...change, entries: [entry(3)], cleared: true }).entries.map(({ id }) => id)).toEqual([3]);
});
