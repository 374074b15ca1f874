import { type AppError, fail, type Outcome, succeed } from '#shared/app-error.ts';
import { loadedLimits, type LoadedState, type LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { checkBinding } from '../api-client/service-binding.ts';
import { beginLoad, type BeginLoadPorts } from './begin-load.ts';
import type { Load } from './load/load.ts';
import { noProgress } from './load/load-progress.ts';
import { createLoadPlans, type LoadPlansPorts, requestsUnasked } from './load-plan.ts';
import { createRecentProfiles } from './recent-profiles.ts';

interface LoadsPorts extends BeginLoadPorts, LoadPlansPorts {
  /** What the active profile is bound to now: rows of another address or key are dropped. */
  readonly binding: () => string;
  /** Aborted when the profile on screen changes. */
  readonly profileSignal: () => AbortSignal;
  readonly onChange: (state: LoadedState) => void;
  /** Rows of all profiles that are kept at most. */
  readonly mostRows?: number;
}

/** The loads of the active profile, one for each resource: how far they are, and what is done with them. */
export interface Loads {
  readonly state: (resource: LoadedResource) => LoadedState;
  readonly plan: (resource: LoadedResource, signal: AbortSignal) => Promise<Outcome<LoadPlan>>;
  readonly start: (
    resource: LoadedResource,
    options: { readonly confirmed: boolean; readonly signal: AbortSignal },
  ) => Promise<Outcome<{ started: boolean; plan: LoadPlan }>>;
  readonly topUp: (resource: LoadedResource) => void;
  readonly pause: (resource: LoadedResource) => void;
  readonly resume: (resource: LoadedResource) => void;
  readonly cancel: (resource: LoadedResource) => void;
  /** Whether its last load, not paused by anyone, ended early because another profile came on screen. */
  readonly wasCut: (resource: LoadedResource) => boolean;
  readonly clear: (resource: LoadedResource) => Promise<void>;
  /** Resolves when no load of this resource is under way. */
  readonly settled: (resource: LoadedResource) => Promise<void>;
  /** A list has said how many rows there are. */
  readonly noteTotal: (resource: LoadedResource, profileId: string, total: number | null) => void;
  /** Statuses that another call has brought. */
  readonly freshen: (profileId: string, rows: readonly MigrationRow[]) => void;
  /** Drops what belongs to profiles other than these: they are gone. */
  readonly keepOnly: (profileIds: readonly string[]) => void;
  /** Ends every load. */
  readonly close: () => void;
}

interface Entry {
  readonly resource: LoadedResource;
  readonly profileId: string;
  readonly binding: string;
  readonly load: Load | null;
  startedAt: string | null;
  finishedAt: string | null;
  toppedUpAt: string | null;
  /** Why rows that were there are gone. */
  readonly problem: AppError | null;
  /** Its last run was ended by a change of profile, and nobody had paused it. */
  wasCut: boolean;
  ended: Promise<void>;
}

const keyOf = (resource: LoadedResource, profileId: string): string => `${resource} ${profileId}`;

export function createLoads(ports: LoadsPorts): Loads {
  const { clock, data, profile } = ports;
  const entries = new Map<string, Entry>();
  const plans = createLoadPlans(ports);

  const empty = (resource: LoadedResource, profileId: string, problem: AppError | null = null): Entry => ({
    resource,
    profileId,
    binding: '',
    load: null,
    startedAt: null,
    finishedAt: null,
    toppedUpAt: null,
    problem,
    wasCut: false,
    ended: Promise.resolve(),
  });
  const drop = (entry: Entry, problem: AppError | null = null) => {
    entries.set(keyOf(entry.resource, entry.profileId), empty(entry.resource, entry.profileId, problem));
    entry.load?.cancel(null);
    tell(entry.resource, entry.profileId);
  };
  const recentProfiles = createRecentProfiles();
  const entryOf = (resource: LoadedResource, profileId = profile().id): Entry => {
    if (profileId === profile().id) recentProfiles.use(profileId);
    const entry = entries.get(keyOf(resource, profileId));
    if (!entry) return empty(resource, profileId);
    if (!entry.load || profileId !== profile().id || entry.binding === ports.binding()) return entry;
    void data.call('dropRows', { profileId, resource });
    const { phase, rows } = entry.load.progress();
    drop(entry);
    // Loaded again where that takes no question; without a key it just stays empty. What a person has stopped is left alone.
    if (rows > 0 && phase !== 'cancelled' && phase !== 'paused') {
      queueMicrotask(() => void start(resource, { confirmed: false, signal: ports.profileSignal() }));
    }
    return entryOf(resource, profileId);
  };
  const stateOf = (entry: Entry): LoadedState => ({
    resource: entry.resource,
    profileId: entry.profileId,
    ...(entry.load?.progress() ?? { ...noProgress, problem: entry.problem }),
    startedAt: entry.startedAt,
    finishedAt: entry.finishedAt,
    toppedUpAt: entry.toppedUpAt,
  });
  const tell = (resource: LoadedResource, profileId: string) => {
    if (profileId === profile().id) ports.onChange(stateOf(entryOf(resource)));
  };

  /** Lets rows of other profiles go while all together are more than may be kept. */
  const letGo = () => {
    const held = Array.from(entries.values(), ({ profileId, load }) => ({
      profileId,
      rows: load?.progress().rows ?? 0,
    }));
    const gone = recentProfiles.pickToDrop(held, ports.mostRows ?? loadedLimits.rowsOfAllProfiles, profile().id);
    if (gone.length === 0) return;
    const problem: AppError = { code: 'rows_let_go', at: clock.now().toISOString() };
    for (const entry of entries.values()) {
      if (!entry.load || !gone.includes(entry.profileId)) continue;
      void data.call('dropRows', { profileId: entry.profileId, resource: entry.resource });
      drop(entry, problem);
    }
  };

  /** Runs a load to its end, in the background; the profile's end is its end. */
  const run = (entry: Entry, work: (load: Load) => Promise<void>) => {
    const { load } = entry;
    if (!load) return;
    const signal = ports.profileSignal();
    entry.wasCut = false;
    const cancel = () => {
      entry.wasCut = load.progress().phase !== 'paused';
      load.cancel(null);
    };
    signal.addEventListener('abort', cancel, { once: true });
    entry.ended = work(load).finally(() => {
      signal.removeEventListener('abort', cancel);
      const { phase, isTopUp } = load.progress();
      const now = clock.now().toISOString();
      if (phase === 'complete' && isTopUp) entry.toppedUpAt = now;
      entry.finishedAt = isTopUp ? (entry.finishedAt ?? now) : now;
      tell(entry.resource, entry.profileId);
    });
    entry.ended.catch(() => undefined);
  };

  const begin = async (resource: LoadedResource, plan: LoadPlan, binding: string): Promise<Outcome<unknown>> => {
    const first = checkBinding(binding, ports.binding(), clock.now());
    if (!first.ok) return first;
    const { id: profileId, environment } = profile();
    const begun = await beginLoad(ports, {
      profileId,
      resource,
      expected: plan.rows,
      requestLimit: plan.rows === null ? requestsUnasked(environment) : Number.POSITIVE_INFINITY,
      onChange: () => {
        letGo();
        tell(resource, profileId);
      },
    });
    if (!begun.ok) return begun;
    const still = checkBinding(binding, ports.binding(), clock.now());
    if (!still.ok) return still;
    const load = begun.value;
    const startedAt = clock.now().toISOString();
    const entry: Entry = { ...empty(resource, profileId), binding, load, startedAt };
    entries.set(keyOf(resource, profileId), entry);
    run(entry, (one) => one.run());
    return begun;
  };

  data.onLost(() => {
    const lost = fail('rows_lost', clock.now());
    for (const entry of entries.values()) if (entry.load && !lost.ok) drop(entry, lost.error);
  });

  const freshen = async ({ profileId, load }: Entry, rows: readonly MigrationRow[]) => {
    const freshened = await data.call('freshenRows', { profileId, rows });
    if (!freshened.ok || freshened.value.changed === 0) return;
    load?.freshened(freshened.value.version);
    tell('migrations', profileId);
  };

  const plan: Loads['plan'] = (resource, signal) =>
    plans.plan(resource, entryOf(resource).load?.progress().total ?? null, signal);

  const start: Loads['start'] = async (resource, { confirmed, signal }) => {
    const binding = ports.binding();
    const planned = await plan(resource, signal);
    if (!planned.ok) return planned;
    if (entryOf(resource).load?.isRunning()) return succeed({ started: true, plan: planned.value });
    if (planned.value.asks && !confirmed) return succeed({ started: false, plan: planned.value });
    const begun = await begin(resource, planned.value, binding);
    return begun.ok ? succeed({ started: true, plan: planned.value }) : begun;
  };

  return {
    state: (resource) => stateOf(entryOf(resource)),
    plan,
    start,
    topUp: (resource) => {
      const entry = entryOf(resource);
      // Who asks need not wait for the next try.
      if (entry.load?.progress().phase === 'waiting') entry.load.resume();
      else if (entry.load && !entry.load.isRunning()) run(entry, (load) => load.topUp());
    },
    pause: (resource) => entryOf(resource).load?.pause(),
    resume: (resource) => {
      const entry = entryOf(resource);
      if (entry.load?.isRunning()) entry.load.resume();
      else if (entry.load && entry.load.progress().phase !== 'complete') run(entry, (load) => load.run());
    },
    cancel: (resource) => entryOf(resource).load?.cancel(null),
    wasCut: (resource) => entryOf(resource).wasCut,
    clear: async (resource) => {
      const entry = entryOf(resource);
      drop(entry);
      await data.call('dropRows', { profileId: entry.profileId, resource });
    },
    settled: (resource) => entryOf(resource).ended,
    noteTotal: plans.noteTotal,
    freshen: (profileId, rows) => {
      const entry = entries.get(keyOf('migrations', profileId));
      if (!entry?.load || rows.length === 0) return;
      void freshen(entry, rows);
    },
    keepOnly: (profileIds) => {
      const gone = [...entries.values()].filter(({ profileId }) => !profileIds.includes(profileId));
      for (const entry of gone) {
        entry.load?.cancel(null);
        entries.delete(keyOf(entry.resource, entry.profileId));
      }
      for (const profileId of new Set(gone.map((entry) => entry.profileId))) {
        void data.call('forgetProfile', { profileId });
      }
    },
    close: () => {
      for (const { load } of entries.values()) load?.cancel(null);
    },
  };
}
