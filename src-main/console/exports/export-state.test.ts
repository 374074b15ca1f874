import { expect, test } from 'vitest';
import { type ExportEvent, isInProgress, newExport, reduceExport } from './export-state.ts';

const started = { id: 'e', profileId: 'p', resource: 'migrations', phase: 'loading', fileName: 'm.csv' } as const;
const at = '2026-11-20T12:00:00.000Z';
const after = (...events: readonly ExportEvent[]) => events.reduce(reduceExport, newExport(started));

const loaded: ExportEvent = { kind: 'rowsLoaded', rows: 200, total: 900 };
const writing: ExportEvent = { kind: 'writingStarted', total: 900 };
const written: ExportEvent = { kind: 'rowsWritten', written: { rows: 40, bytes: 4_000 } };
const completed: ExportEvent = {
  kind: 'fileCompleted',
  written: { rows: 898, bytes: 90_000 },
  missing: ['a', 'b'],
  place: { path: '/tmp/m.csv', download: null },
};

test('an export counts loaded rows first, and then written rows from zero', { tags: '@C15' }, () => {
  expect(after(loaded)).toMatchObject({ phase: 'loading', rows: 200, total: 900 });
  expect(after(loaded, writing)).toMatchObject({ phase: 'writing', rows: 0, total: 900 });
  expect(after(loaded, writing, written)).toMatchObject({ phase: 'writing', rows: 40, bytes: 4_000 });
});

test('the total of a finished file is the number of selected rows, including missing rows', { tags: '@C15' }, () => {
  const done = after(loaded, writing, written, completed);
  expect(done).toMatchObject({ phase: 'done', rows: 898, total: 900, missing: ['a', 'b'], path: '/tmp/m.csv' });
  expect(isInProgress(done)).toBe(false);
});

test('an export that the user cancels does not count as failed, in either order of events', { tags: '@C15' }, () => {
  const cancelled: ExportEvent = { kind: 'failed', problem: { code: 'cancelled', at } };
  const full: ExportEvent = { kind: 'failed', problem: { code: 'export_not_saved', at } };
  for (const events of [[{ kind: 'stopped' } as const], [cancelled], [{ kind: 'stopped' } as const, cancelled]]) {
    const state = after(loaded, writing, ...events);
    expect(state).toMatchObject({ phase: 'cancelled', problem: null });
    expect(isInProgress(state)).toBe(false);
  }
  expect(after(writing, full)).toMatchObject({ phase: 'failed', problem: { code: 'export_not_saved' } });
});

test('no event mutates the state of an export', { tags: '@C15' }, () => {
  const events: readonly ExportEvent[] = [loaded, writing, written, completed, { kind: 'stopped' }];
  for (const event of events) {
    const state = Object.freeze(after(loaded, writing));
    expect(reduceExport(state, event)).not.toBe(state);
  }
});
