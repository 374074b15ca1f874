import type { Resource } from '#shared/migration-api/fields.ts';
import { type AppError, mapOutcome, succeed } from '#shared/app-error.ts';
import { loadedLimits, type LoadedState, type LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import { maxQuietRows } from '#shared/list-limits.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { startLoadRun, type LoadRunPorts, loadLabels } from './start-load-run.ts';
import type { Load } from './load/load.ts';
import { noProgress } from './load/load-progress.ts';
import { concurrency } from './load/load-state.ts';
import { createLoadRecords, type LoadRecord } from './load-records.ts';

interface LoadsPorts extends LoadRunPorts, Pick<BaseTopics, 'profiles' | 'connection'> {
  /** Called when a load of the active profile progresses. `state` is computed only when called. */
  readonly onChange: (resource: Resource, state: () => LoadedState) => void;
  readonly maxRows?: number;
}

export function createLoads(ports: LoadsPorts) {
  const { clock, api, data, connection } = ports;
  const { active, activeId, binding } = ports.profiles;
  const runs = new WeakMap<Load, Promise<void>>();
  const records = createLoadRecords();
  const totals = new Map<string, number | null>();
  const noteTotal = (resource: Resource, profileId: string, total: number | null) =>
    void totals.set(`${resource} ${profileId}`, total);
  const isoNow = () => clock.now().toISOString();

  /** Empties all records before cancelling their loads, because each cancellation counts the rows of all records. */
  const empty = (ended: readonly LoadRecord[], problem: AppError | null = null) => {
    for (const record of ended) records.put(record, { problem });
    for (const record of ended) {
      record.load?.cancel(null);
      report(record);
    }
  };
  const drop = (dropped: readonly LoadRecord[], problem: AppError | null = null) => {
    for (const { resource, profileId } of dropped) void data.call('dropRows', { resource, profileId });
    empty(dropped, problem);
  };

  /** Returns the active profile's record. Drops rows of an earlier service or key. */
  const recordOf = (resource: Resource): LoadRecord => {
    const place = { resource, profileId: activeId() };
    records.use(place.profileId);
    const record = records.at(place);
    if (record.load === null || record.binding === binding()) return record;
    const { phase, rows } = record.load.progress();
    drop([record]);
    // A load that the user stopped isn't resumed.
    if (rows > 0 && phase !== 'cancelled' && phase !== 'paused') queueMicrotask(() => void startQuietly(resource));
    return records.at(place);
  };
  const stateOf = ({ load, problem, binding: _binding, wasCut: _wasCut, ...record }: LoadRecord): LoadedState => ({
    ...(load?.progress() ?? { ...noProgress, problem }),
    ...record,
  });
  const report = ({ resource, profileId }: RowsPlace) => {
    if (profileId === activeId()) ports.onChange(resource, () => stateOf(recordOf(resource)));
  };
  const countRows = () => {
    const excessRecords = records.beyond(ports.maxRows ?? loadedLimits.rowsOfAllProfiles, activeId());
    if (excessRecords.length > 0) drop(excessRecords, { code: 'rows_let_go', at: isoNow() });
  };

  const run = (place: RowsPlace, load: Load, work: () => Promise<void>) => {
    const signal = active.signal();
    const cutLoad = () => {
      // A load that the user paused doesn't count as interrupted by the switch.
      const wasCut = load.progress().phase !== 'paused';
      records.change(load, () => ({ wasCut }));
      load.cancel(null);
    };
    signal.addEventListener('abort', cutLoad, { once: true });
    records.change(load, () => ({ wasCut: false }));
    const endPromise = work().finally(() => {
      signal.removeEventListener('abort', cutLoad);
      const { phase, isTopUp } = load.progress();
      const at = isoNow();
      records.change(load, ({ finishedAt, toppedUpAt }) => ({
        finishedAt: isTopUp ? (finishedAt ?? at) : at,
        toppedUpAt: isTopUp && phase === 'complete' ? at : toppedUpAt,
      }));
      report(place);
    });
    endPromise.catch(() => undefined);
    runs.set(load, endPromise);
  };

  const start = async (resource: Resource) => {
    if (recordOf(resource).load?.isRunning()) return succeed(null);
    const startBinding = binding();
    const place = { resource, profileId: activeId() };
    const createResult = await startLoadRun(ports, {
      ...place,
      onChange: () => {
        countRows();
        report(place);
      },
    });
    if (!createResult.ok) return createResult;
    const bindingCheck = checkBinding(startBinding, binding(), clock.now());
    if (!bindingCheck.ok) return bindingCheck;
    const load = createResult.value;
    // Cancels a load that started in the meantime, because its record is replaced here.
    const { load: earlier } = records.at(place);
    records.put(place, { load, binding: startBinding, startedAt: isoNow() });
    earlier?.cancel(null);
    run(place, load, load.run);
    return succeed(null);
  };

  /** Requests the total if neither the last load nor an earlier response contains it. */
  const plan = async (resource: Resource, signal: AbortSignal) => {
    const { profileId, load } = recordOf(resource);
    const knownTotal = load?.progress().total ?? totals.get(`${resource} ${profileId}`);
    if (knownTotal !== undefined) return succeed(planLoad(knownTotal, connection.current().latencyMs));
    const calls = api.inBulk(loadLabels[resource], { isAwaited: true });
    return mapOutcome(calls.list(resource, { page: 1, pageSize: 1 }, signal), ({ total }) => {
      noteTotal(resource, profileId, total);
      return planLoad(total, connection.current().latencyMs);
    });
  };

  /** Starts a load without a user's request, only if the load is small. */
  const startQuietly = async (resource: Resource): Promise<void> => {
    const planResult = await plan(resource, active.signal());
    if (planResult.ok && planResult.value.rows !== null && planResult.value.rows <= maxQuietRows) await start(resource);
  };

  /** @param at time at which the service sent the rows, in ms since 1970; null if it doesn't count as an observation */
  const freshen = async (profileId: string, rows: readonly MigrationRow[], at: number | null = null) => {
    const place = { resource: 'migrations', profileId } as const;
    await data.afterStart();
    const { load } = records.at(place);
    const isWhole = load?.progress().phase === 'complete';
    const freshened = await data.call('freshenRows', { profileId, rows, isWhole, at });
    if (!load || !freshened.ok || freshened.value.changed === 0) return;
    load.freshened(freshened.value);
    report(place);
  };

  data.onLost(() => {
    const loadedRecords = records.all().filter(({ load }) => load !== null);
    empty(loadedRecords, { code: 'rows_lost', at: isoNow() });
  });

  return {
    state: (resource: Resource) => stateOf(recordOf(resource)),
    plan,
    start,
    topUp: (resource: Resource) => {
      const record = recordOf(resource);
      const { load } = record;
      // A request by the user skips the retry delay.
      if (load?.progress().phase === 'waiting') load.resume();
      else if (load && !load.isRunning()) run(record, load, load.topUp);
    },
    pause: (resource: Resource) => recordOf(resource).load?.pause(),
    resume: (resource: Resource) => {
      const record = recordOf(resource);
      const { load } = record;
      if (load?.isRunning()) load.resume();
      else if (load && load.progress().phase !== 'complete') run(record, load, load.run);
    },
    cancel: (resource: Resource) => recordOf(resource).load?.cancel(null),
    /** Whether a profile switch ended the profile's last load while it was running. */
    wasCut: (resource: Resource) => recordOf(resource).wasCut,
    clear: async (resource: Resource) => {
      const record = recordOf(resource);
      empty([record]);
      await data.call('dropRows', { resource, profileId: record.profileId });
    },
    settled: async (resource: Resource) => {
      const { load } = recordOf(resource);
      if (load) await runs.get(load);
    },
    noteTotal,
    freshen,
    /** Returns the number of rows if a profile has loaded all from this service with this key, else null. */
    allLoaded: (profileId: string, accessBinding: string) => {
      const record = records.at({ resource: 'migrations', profileId });
      const { phase, rows } = record.load?.progress() ?? noProgress;
      return phase === 'complete' && record.binding === accessBinding ? rows : null;
    },
    keepOnly: (profileIds: readonly string[]) => {
      for (const { load } of records.keepOnly(profileIds)) load?.cancel(null);
    },
    close: () => {
      for (const { load } of records.all()) load?.cancel(null);
    },
  };
}

export type Loads = ReturnType<typeof createLoads>;

function planLoad(total: number | null, requestMs: number | null): LoadPlan {
  if (total === null) return { rows: null, requests: null, seconds: null };
  const rows = Math.min(total, loadedLimits.rows);
  const requests = Math.max(Math.ceil(rows / loadedLimits.pageSize), 1) + 1;
  const seconds = requestMs === null ? null : Math.ceil((requests * requestMs) / concurrency / 1000);
  return { rows, requests, seconds };
}
