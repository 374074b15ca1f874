import { type LoadedState, loadedLimits, type Overview } from '#shared/console-contract/loaded-calls.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import { readableRows } from '../api-client/api-client.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { throttle } from '../events/emitter.ts';
import { createAutomaticLoad } from './automatic-load.ts';
import { createLoads } from './loads.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';

interface ListingTotal {
  readonly profileId: string;
  readonly total: number | null;
}

const changeMs = 250;

export function createLoadedRows(base: BaseTopics) {
  const { clock, settings, profiles, api, data, timeline, events } = base;
  const { activeId } = profiles;
  const preferences = () => settings.current().preferences;
  const attention = (): AttentionTerms => ({ now: clock.now().getTime(), stuckHours: preferences().stuckHours });
  const reportChange = throttle<() => LoadedState>(changeMs, (state) => events.emit('loaded:changed', state()));
  const loads = createLoads({
    ...base,
    onChange: (resource, state) => reportChange(`${resource} ${activeId()}`, state),
  });
  profiles.onChange(() => loads.keepOnly(profiles.list.all().map(({ id }) => id)));
  const automaticLoad = createAutomaticLoad(base, loads);
  timeline.observer.onRecorded(({ profileId, rows }) => void loads.freshen(profileId, rows, clock.now().getTime()));
  /** Returns the newest migrations. */
  const readSample = async (signal: AbortSignal) => {
    const firstPage = { page: 1, pageSize: loadedLimits.pageSize };
    return mapOutcome(api.list('migrations', firstPage, signal), ({ profileId, total, rows: listed, readAt }) => {
      const rows = readableRows(listed);
      timeline.observer.record(profileId, rows);
      loads.noteTotal('migrations', profileId, total);
      return { rows, total, readAt };
    });
  };
  /** Counts the loaded migrations. If none are loaded, counts a sample of one request. */
  const readOverview = async (signal: AbortSignal): Promise<Outcome<Overview>> => {
    const profileId = activeId();
    const state = loads.state('migrations');
    const sample = state.rows > 0 ? null : await readSample(signal);
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
  };
  const stateAfter =
    (act: (resource: Resource) => unknown) =>
    async ({ resource }: { readonly resource: Resource }): Promise<Outcome<LoadedState>> => {
      await act(resource);
      return succeed(loads.state(resource));
    };
  /** Adds what every query of the active profile's rows needs. */
  const ofActive = <Args>(args: Args) => ({ ...args, profileId: activeId(), attention: attention() });
  return {
    loads,
    attention,
    handlers: {
      state: stateAfter(() => undefined),
      plan: ({ resource }, { signal }) => loads.plan(resource, signal),
      start: ({ resource }) => mapOutcome(loads.start(resource), () => loads.state(resource)),
      topUp: stateAfter(loads.topUp),
      pause: stateAfter(loads.pause),
      resume: stateAfter(loads.resume),
      cancel: stateAfter(loads.cancel),
      window: (args, { signal }) =>
        data.call('windowOfRows', { ...ofActive(args), at: clock.now().getTime() }, { signal }),
      ids: (args, { signal }) => data.call('idsOfRows', ofActive(args), { signal }),
      among: (args, { signal }) => data.call('rowsAmong', ofActive(args), { signal }),
      byIds: (args, { signal }) => {
        const at = clock.now().getTime();
        return data.call('migrationsByIds', { ...args, profileId: activeId(), at, isReply: false }, { signal });
      },
      groups: (args, { signal }) =>
        data.call('groupsOfRows', { ...ofActive(args), zone: preferences().timeZone }, { signal }),
      overview: (_args, { signal }) => readOverview(signal),
      lastVisit: (_args, { signal }) => data.call('lastVisit', { profileId: activeId() }, { signal }),
    } satisfies ConsoleHandlers['loaded'],
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
