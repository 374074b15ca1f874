import type { AppError } from '#shared/app-error.ts';
import type { Load } from './load/load.ts';
import {
  emptyRecord,
  type LoadRecord,
  type LoadsEffect,
  type LoadsEvent,
  type LoadsState,
  recordAt,
  withRecord,
} from './loads-state.ts';

interface LoadsStep {
  readonly state: LoadsState;
  readonly effects: readonly LoadsEffect[];
}

const step = (state: LoadsState, ...effects: LoadsEffect[]): LoadsStep => ({ state, effects });

export function reduceLoads(state: LoadsState, event: LoadsEvent): LoadsStep {
  switch (event.kind) {
    case 'profileUsed':
      return step(useProfile(state, event.profileId));
    case 'loadCreated': {
      const { place, load, binding, at } = event;
      const { load: earlier } = recordAt(state, place);
      const next = withRecord(state, { ...emptyRecord(place), load, binding, startedAt: at });
      // Two loads may have started together. Cancel the first one, which could no longer be stopped later.
      return earlier ? step(next, { kind: 'cancel', load: earlier }) : step(next);
    }
    case 'runStarted':
      return step(changeOf(state, event.load, () => ({ wasCut: false })));
    case 'runCut': {
      const { load, phase } = event;
      return step(
        changeOf(state, load, () => ({ wasCut: phase !== 'paused' })),
        { kind: 'cancel', load },
      );
    }
    case 'runEnded':
      return runEnded(state, event);
    case 'bindingChanged':
      return bindingChanged(state, event);
    case 'rowsCounted': {
      const loaded = state.records.filter(({ load }) => load);
      const records = profilesToDrop(state, event).flatMap((id) => loaded.filter(({ profileId }) => profileId === id));
      return dropRows(state, records, { code: 'rows_let_go', at: event.at });
    }
    case 'rowsCleared':
      return emptyRecords(state, [recordAt(state, event.place)], null);
    case 'rowsLost': {
      const records = state.records.filter(({ load }) => load);
      return emptyRecords(state, records, event.problem);
    }
    case 'profilesRemoved':
      return removeProfiles(state, event.remaining);
  }
}

const useProfile = (state: LoadsState, profileId: string): LoadsState =>
  state.recent.at(-1) === profileId
    ? state
    : { ...state, recent: [...state.recent.filter((id) => id !== profileId), profileId] };

function changeOf(state: LoadsState, load: Load, change: (record: LoadRecord) => Partial<LoadRecord>): LoadsState {
  const record = state.records.find((one) => one.load === load);
  return record ? withRecord(state, { ...record, ...change(record) }) : state;
}

function runEnded(state: LoadsState, event: LoadsEvent & { kind: 'runEnded' }): LoadsStep {
  const { place, load, phase, isTopUp, at } = event;
  const next = changeOf(state, load, ({ finishedAt, toppedUpAt }) => ({
    finishedAt: isTopUp ? (finishedAt ?? at) : at,
    toppedUpAt: isTopUp && phase === 'complete' ? at : toppedUpAt,
  }));
  return step(next, { kind: 'report', place });
}

function bindingChanged(state: LoadsState, event: LoadsEvent & { kind: 'bindingChanged' }): LoadsStep {
  const { place, phase, rows } = event;
  const dropped = dropRows(state, [recordAt(state, place)]);
  // A load the user stopped isn't resumed.
  const isWanted = rows > 0 && phase !== 'cancelled' && phase !== 'paused';
  const again: LoadsEffect[] = isWanted ? [{ kind: 'loadAgain', resource: place.resource }] : [];
  return step(dropped.state, ...dropped.effects, ...again);
}

function emptyRecords(state: LoadsState, records: readonly LoadRecord[], problem: AppError | null): LoadsStep {
  const emptied = records.reduce((before, record) => withRecord(before, emptyRecord(record, problem)), state);
  const effects = records.flatMap(({ load, resource, profileId }): LoadsEffect[] => {
    const report = { kind: 'report', place: { resource, profileId } } as const;
    return load ? [{ kind: 'cancel', load }, report] : [report];
  });
  return step(emptied, ...effects);
}

function dropRows(state: LoadsState, records: readonly LoadRecord[], problem: AppError | null = null): LoadsStep {
  const emptied = emptyRecords(state, records, problem);
  const drops = records.map(({ resource, profileId }): LoadsEffect => {
    return { kind: 'dropRows', place: { resource, profileId } };
  });
  return step(emptied.state, ...drops, ...emptied.effects);
}

/** Returns the profiles to drop above the maximum: least recently used first, never the active one. */
function profilesToDrop(
  { recent }: LoadsState,
  { loadedRows, max, activeId }: LoadsEvent & { kind: 'rowsCounted' },
): string[] {
  let rows = loadedRows.reduce((sum, one) => sum + one.rows, 0);
  return recent.filter((profileId) => {
    const own = loadedRows.reduce((sum, one) => sum + (one.profileId === profileId ? one.rows : 0), 0);
    if (rows <= max || profileId === activeId || own === 0) return false;
    rows -= own;
    return true;
  });
}

function removeProfiles(state: LoadsState, remaining: readonly string[]): LoadsStep {
  const removed = state.records.filter(({ profileId }) => !remaining.includes(profileId));
  const profileIds = new Set(removed.map(({ profileId }) => profileId));
  return step(
    { ...state, records: state.records.filter((record) => !removed.includes(record)) },
    ...removed.flatMap(({ load }): LoadsEffect[] => (load ? [{ kind: 'cancel', load }] : [])),
    ...Array.from(profileIds, (profileId): LoadsEffect => ({ kind: 'forgetProfile', profileId })),
  );
}
