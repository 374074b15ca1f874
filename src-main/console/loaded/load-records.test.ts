import { expect, test } from 'vitest';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { Load } from './load/load.ts';
import { createLoadRecords } from './load-records.ts';

/** A load with only an identity and a number of rows. */
const loadOf = (rows: number): Load => ({ progress: () => ({ rows }) }) as unknown as Load;
const place: RowsPlace = { resource: 'migrations', profileId: 'first' };
const start = '2026-01-01T00:00:00.000Z';

test(
  'above the limit, the least recently used rows are deleted first, but never those of the active profile',
  { tags: '@C33' },
  () => {
    const records = createLoadRecords();
    for (const profileId of ['first', 'second', 'third', 'first', 'fourth']) records.use(profileId);
    for (const [profileId, rows] of [
      ['first', 40],
      ['second', 10],
      ['third', 0],
      ['fourth', 50],
    ] as const)
      records.put({ resource: 'migrations', profileId }, { load: loadOf(rows) });
    records.put({ resource: 'companies', profileId: 'second' }, { load: loadOf(10) });
    const idsToDrop = (max: number, activeId: string) => [
      ...new Set(records.beyond(max, activeId).map(({ profileId }) => profileId)),
    ];
    expect(idsToDrop(110, 'fourth')).toEqual([]);
    expect(idsToDrop(109, 'fourth')).toEqual(['second']);
    expect(records.beyond(109, 'fourth').map(({ resource }) => resource)).toEqual(['migrations', 'companies']);
    expect(idsToDrop(89, 'fourth')).toEqual(['second', 'first']);
    expect(idsToDrop(10, 'fourth')).toEqual(['second', 'first']);
    expect(idsToDrop(60, 'second')).toEqual(['first', 'fourth']);
  },
);

test('the end of a load whose rows were deleted changes nothing', { tags: '@C33' }, () => {
  const records = createLoadRecords();
  const load = loadOf(1);
  records.put(place, { load, startedAt: start });
  records.change(load, () => ({ wasCut: true }));
  expect(records.at(place)).toMatchObject({ load, startedAt: start, wasCut: true });
  records.put(place, { problem: { code: 'rows_lost', at: start } });
  records.change(load, () => ({ finishedAt: start }));
  expect(records.at(place)).toMatchObject({ load: null, finishedAt: null, problem: { code: 'rows_lost' } });
});

test('all load records of a removed profile are deleted', { tags: '@C33' }, () => {
  const records = createLoadRecords();
  for (const profileId of ['first', 'second']) records.put({ ...place, profileId }, { load: loadOf(1) });
  records.put({ resource: 'companies', profileId: 'first' });
  expect(records.keepOnly(['second']).map(({ resource }) => resource)).toEqual(['migrations', 'companies']);
  expect(records.all().map(({ profileId }) => profileId)).toEqual(['second']);
});
