import { type LoadedState, loadedLimits, type Overview } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { throttle } from '../events/emitter.ts';
import type { BeginLoadPorts } from './begin-load.ts';
import { createLoadBySelf } from './load-by-self.ts';
import { createLoads, type Loads } from './loads.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { readPageOfRows } from './page-of-rows.ts';

interface OverviewPorts extends BeginLoadPorts {
  readonly loads: Loads;
  readonly activeId: () => string;
  readonly preferences: () => Preferences;
  readonly attention: () => AttentionTerms;
  readonly onSample: (profileId: string, rows: readonly MigrationRow[], total: number | null) => void;
}

interface Sample {
  readonly rows: readonly MigrationRow[];
  readonly total: number | null;
  /** ISO 8601. */
  readonly readAt: string;
}

/** Counts the loaded migrations. If none are loaded, counts a sample of one request. */
async function readOverview(ports: OverviewPorts, signal: AbortSignal): Promise<Outcome<Overview>> {
  const { clock, data, loads, activeId, attention } = ports;
  const profileId = activeId();
  const state = loads.state('migrations');
  const sample = state.rows > 0 ? null : await readSample(ports, signal);
  if (sample && !sample.ok) return sample;
  const overviewArgs = { ...attention(), profileId, sample: sample ? sample.value.rows : null };
  const overviewResult = await data.call('overview', overviewArgs, { signal });
  if (!overviewResult.ok) return overviewResult;
  if (activeId() !== profileId) return fail('cancelled', clock.now());
  if (sample) {
    const { rows, total, readAt } = sample.value;
    const source = rows.length > 0 ? 'sample' : 'none';
    return succeed({ ...overviewResult.value, profileId, source, total, to: readAt });
  }
  const to = state.toppedUpAt ?? state.finishedAt ?? clock.now().toISOString();
  return succeed({ ...overviewResult.value, profileId, source: 'loaded', total: state.total, to });
}

async function readSample({ clock, api, onSample }: OverviewPorts, signal: AbortSignal): Promise<Outcome<Sample>> {
  const firstPage = { resource: 'migrations', page: 1, pageSize: loadedLimits.pageSize } as const;
  const result = await readPageOfRows(api, firstPage, signal, clock);
  if (!result.ok) return result;
  const { profileId, total } = result.value;
  const rows = result.value.rows as readonly MigrationRow[];
  onSample(profileId, rows, total);
  return succeed({ rows, total, readAt: clock.now().toISOString() });
}

function createLoadedHandlers(ports: OverviewPorts): ConsoleHandlers['loaded'] {
  const { loads, data, clock, activeId, preferences, attention } = ports;
  const stateAfter =
    (act: (resource: Resource) => unknown) =>
    async ({ resource }: { readonly resource: Resource }): Promise<Outcome<LoadedState>> => {
      await act(resource);
      return succeed(loads.state(resource));
    };
  return {
    state: stateAfter(() => undefined),
    plan: ({ resource }, { signal }) => loads.plan(resource, signal),
    start: ({ resource }) => mapOutcome(loads.start(resource), () => loads.state(resource)),
    topUp: stateAfter(loads.topUp),
    pause: stateAfter(loads.pause),
    resume: stateAfter(loads.resume),
    cancel: stateAfter(loads.cancel),
    clear: stateAfter(loads.clear),
    window: (args, { signal }) => {
      const at = clock.now().getTime();
      return data.call('windowOfRows', { ...args, profileId: activeId(), attention: attention(), at }, { signal });
    },
    ids: (args, { signal }) =>
      data.call('idsOfRows', { ...args, profileId: activeId(), attention: attention() }, { signal }),
    among: (args, { signal }) =>
      data.call('rowsAmong', { ...args, profileId: activeId(), attention: attention() }, { signal }),
    byIds: (args, { signal }) => {
      const at = clock.now().getTime();
      return data.call('migrationsByIds', { ...args, profileId: activeId(), at, isReply: false }, { signal });
    },
    groups: (args, { signal }) => {
      const zone = preferences().timeZone;
      return data.call('groupsOfRows', { ...args, profileId: activeId(), attention: attention(), zone }, { signal });
    },
    overview: (_args, { signal }) => readOverview(ports, signal),
  };
}

interface ListingTotal {
  readonly profileId: string;
  readonly total: number | null;
}

const changeMs = 250;

export function createLoadedRows(base: BaseTopics) {
  const { clock, settings, profiles, api, connection, data, timeline, events } = base;
  const { active, activeId } = profiles;
  const preferences = () => settings.current().preferences;
  const attention = (): AttentionTerms => ({ now: clock.now().getTime(), stuckHours: preferences().stuckHours });
  const reportChange = throttle<() => LoadedState>(changeMs, (state) => events.emit('loaded:changed', state()));
  const loads = createLoads({
    clock,
    api,
    data,
    profile: active.profile,
    profileSignal: active.signal,
    binding: profiles.binding,
    requestMs: () => connection.current().latencyMs,
    onChange: (resource, state) => reportChange(`${resource} ${activeId()}`, state),
  });
  profiles.onChange(() => loads.keepOnly(profiles.list.all().map(({ id }) => id)));
  const automaticLoad = createLoadBySelf({ clock, loads, activeId, profileSignal: active.signal, preferences });
  timeline.observer.onSeen(({ profileId, rows }) => void loads.freshen(profileId, rows));
  const onSample = (profileId: string, rows: readonly MigrationRow[], total: number | null) => {
    timeline.observer.see(profileId, rows);
    loads.noteTotal('migrations', profileId, total);
  };
  return {
    loads,
    attention,
    handlers: createLoadedHandlers({ clock, api, data, loads, activeId, preferences, attention, onSample }),
    noteMigrations: ({ profileId, total }: ListingTotal) => {
      loads.noteTotal('migrations', profileId, total);
      automaticLoad.noteTotal(profileId, total);
    },
    noteCompanies: ({ profileId, total }: ListingTotal) => loads.noteTotal('companies', profileId, total),
    /** Called after the active profile's service was reset. */
    dropAllRows: async () => {
      await Promise.all([loads.clear('migrations'), loads.clear('companies')]);
      automaticLoad.allowRestart(activeId());
    },
    close: () => {
      automaticLoad.close();
      loads.close();
    },
  };
}

export type LoadedRows = ReturnType<typeof createLoadedRows>;
