import { expect, test } from 'vitest';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { Load } from './load/load.ts';
import { type LoadsEvent, type LoadsState, noLoads, recordAt } from './loads-state.ts';
import { reduceLoads } from './reduce-loads.ts';

const at = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:01:00.000Z';
const place: RowsPlace = { resource: 'migrations', profileId: 'first' };
/** A dummy load, only compared by identity here. */
const newLoad = () => ({}) as Load;
const load = newLoad();
const created: LoadsEvent = { kind: 'loadCreated', place, load, binding: 'key', at };
const ended = { kind: 'runEnded', place, load, phase: 'complete', isTopUp: false, at: later } as const;

const after = (...events: readonly LoadsEvent[]): LoadsState =>
  events.reduce((state, event) => reduceLoads(state, event).state, noLoads);
const effectsOf = (last: LoadsEvent, ...before: readonly LoadsEvent[]) => reduceLoads(after(...before), last).effects;

test(
  'above the total limit, the least recently used rows are dropped first, never those of the active profile',
  { tags: '@C33' },
  () => {
    const use = (profileId: string): LoadsEvent => ({ kind: 'profileUsed', profileId });
    const create = (profileId: string, resource: RowsPlace['resource'] = 'migrations'): LoadsEvent => ({
      ...created,
      place: { resource, profileId },
      load: newLoad(),
    });
    const state = after(
      ...['first', 'second', 'third', 'first', 'fourth'].map(use),
      ...['first', 'second', 'third', 'fourth'].map((id) => create(id)),
      create('second', 'companies'),
    );
    const stored = [
      { profileId: 'first', rows: 40 },
      { profileId: 'second', rows: 10 },
      { profileId: 'second', rows: 10 },
      { profileId: 'third', rows: 0 },
      { profileId: 'fourth', rows: 50 },
    ];
    const pickToDrop = (max: number, activeId: string) => {
      const { effects } = reduceLoads(state, { kind: 'rowsCounted', loadedRows: stored, max, activeId, at });
      const drops = effects.flatMap((effect) => (effect.kind === 'dropRows' ? [effect.place.profileId] : []));
      return [...new Set(drops)];
    };
    expect(pickToDrop(110, 'fourth')).toEqual([]);
    expect(pickToDrop(109, 'fourth')).toEqual(['second']);
    expect(pickToDrop(89, 'fourth')).toEqual(['second', 'first']);
    expect(pickToDrop(10, 'fourth')).toEqual(['second', 'first']);
    expect(pickToDrop(60, 'second')).toEqual(['first', 'fourth']);
  },
);

test('rows dropped for space leave their reason; other profiles keep theirs', { tags: '@C33' }, () => {
  const other = { ...created, place: { ...place, profileId: 'second' }, load: newLoad() };
  const stored = [place, other.place].map(({ profileId }) => ({ profileId, rows: 10 }));
  const counted = { kind: 'rowsCounted', loadedRows: stored, max: 10, activeId: 'second', at: later } as const;
  const use = (profileId: string): LoadsEvent => ({ kind: 'profileUsed', profileId });
  const state = after(use('first'), use('second'), created, other, counted);
  expect(recordAt(state, place)).toMatchObject({ load: null, problem: { code: 'rows_let_go', at: later } });
  expect(recordAt(state, other.place).load).toBe(other.load);
});

test('a load has a start and an end time; a top-up keeps them and has its own time', { tags: '@C33' }, () => {
  expect(recordAt(after(created), place)).toMatchObject({ load, startedAt: at, finishedAt: null, toppedUpAt: null });
  expect(recordAt(after(created, ended), place)).toMatchObject({
    startedAt: at,
    finishedAt: later,
    toppedUpAt: null,
  });
  const topUp = { ...ended, isTopUp: true, at: '2026-01-01T00:02:00.000Z' };
  const caughtUp = recordAt(after(created, ended, topUp), place);
  expect(caughtUp).toMatchObject({ finishedAt: later, toppedUpAt: topUp.at });
  expect(recordAt(after(created, ended, { ...topUp, phase: 'failed' }), place).toppedUpAt).toBeNull();
});

test('a profile switch cuts off a load; a paused one counts as stopped by the user', { tags: '@C33' }, () => {
  const cut = { kind: 'runCut', load, phase: 'loading' } as const;
  expect(effectsOf(cut, created)).toEqual([{ kind: 'cancel', load }]);
  expect(recordAt(after(created, cut), place).wasCut).toBe(true);
  expect(recordAt(after(created, { ...cut, phase: 'paused' }), place).wasCut).toBe(false);
  expect(recordAt(after(created, cut, { kind: 'runStarted', load }), place).wasCut).toBe(false);
});

test('the end of a load whose rows were dropped changes nothing', { tags: '@C33' }, () => {
  const cleared = { kind: 'rowsCleared', place } as const;
  expect(recordAt(after(created, cleared, ended), place)).toMatchObject({ load: null, finishedAt: null });
  const next = { ...created, load: newLoad() };
  expect(recordAt(after(created, next, ended), place).finishedAt).toBeNull();
});

test.for([
  ['complete', 5, true],
  ['loading', 5, true],
  ['failed', 5, true],
  ['loading', 0, false],
  ['paused', 5, false],
  ['cancelled', 5, false],
] as const)(
  'with another key: a load that is %s with %i rows begins again: %s',
  { tags: '@C33' },
  ([phase, rows, isAgain]) => {
    const effects = effectsOf({ kind: 'bindingChanged', place, phase, rows }, created);
    expect(effects.map(({ kind }) => kind)).toEqual([
      'dropRows',
      'cancel',
      'report',
      ...(isAgain ? ['loadAgain'] : []),
    ]);
  },
);

test('a crashed data process clears every load and reports why', { tags: '@C33' }, () => {
  const problem = { code: 'rows_lost', at: later } as const;
  const lost = { kind: 'rowsLost', problem } as const;
  expect(effectsOf(lost, created).map(({ kind }) => kind)).toEqual(['cancel', 'report']);
  expect(recordAt(after(created, lost), place)).toMatchObject({ load: null, problem });
  expect(effectsOf(lost, created, { kind: 'rowsCleared', place })).toEqual([]);
});

test('a removed profile is forgotten once, with all its loads', { tags: '@C33' }, () => {
  const companies = { ...created, place: { ...place, resource: 'companies' as const }, load: newLoad() };
  const removed = { kind: 'profilesRemoved', remaining: ['second'] } as const;
  expect(effectsOf(removed, created, companies)).toEqual([
    { kind: 'cancel', load },
    { kind: 'cancel', load: companies.load },
    { kind: 'forgetProfile', profileId: 'first' },
  ]);
  expect(after(created, companies, removed).records).toEqual([]);
});

test('of two loads that started together, the first is cancelled', { tags: '@C33' }, () => {
  const second = newLoad();
  expect(effectsOf({ ...created, load: second }, created)).toEqual([{ kind: 'cancel', load }]);
  expect(recordAt(after(created, { ...created, load: second }), place).load).toBe(second);
});
