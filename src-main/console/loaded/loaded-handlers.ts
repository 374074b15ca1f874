import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { LoadedState, Overview } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { LoadedRows } from './loaded-rows.ts';
import { readSample, type SamplePorts } from './read-sample.ts';

export interface LoadedHandlersPorts extends SamplePorts {
  readonly loaded: LoadedRows;
  readonly data: DataProcess;
  readonly activeId: () => string;
  readonly preferences: () => Preferences;
}

const hourMs = 60 * 60_000;

export function createLoadedHandlers(ports: LoadedHandlersPorts): ConsoleHandlers['loaded'] {
  const { loaded, data, activeId, clock, preferences } = ports;
  const after =
    (act: (resource: LoadedResource) => unknown) =>
    async ({ resource }: { readonly resource: LoadedResource }): Promise<Outcome<LoadedState>> => {
      await act(resource);
      return succeed(loaded.state(resource));
    };
  const stuckAfter = () =>
    Object.fromEntries(
      Object.entries(preferences().stuckHours).map(([status, hours]) => [status, hours * hourMs] as const),
    );

  const overview = async (signal: AbortSignal): Promise<Outcome<Overview>> => {
    const profileId = activeId();
    const state = loaded.state('migrations');
    const sample = state.rows > 0 ? null : await readSample(ports, signal);
    if (sample && !sample.ok) return sample;
    const rows = sample ? sample.value.rows : null;
    const ask = { profileId, sample: rows, now: clock.now().getTime(), stuckAfter: stuckAfter() };
    const counted = await data.call('overview', ask, { signal });
    if (!counted.ok) return counted;
    if (activeId() !== profileId) return fail('cancelled', clock.now());
    if (sample) {
      const { total, readAt } = sample.value;
      const source = sample.value.rows.length > 0 ? 'sample' : 'none';
      return succeed({ ...counted.value, profileId, source, total, from: readAt, to: readAt });
    }
    const to = state.toppedUpAt ?? state.finishedAt ?? clock.now().toISOString();
    return succeed({ ...counted.value, profileId, source: 'loaded', total: state.total, from: state.startedAt, to });
  };

  return {
    state: after(() => undefined),
    plan: ({ resource }, { signal }) => loaded.plan(resource, signal),
    start: async ({ resource, confirmed }, { signal }) => {
      const started = await loaded.start(resource, { confirmed, signal });
      return started.ok ? succeed({ ...started.value, state: loaded.state(resource) }) : started;
    },
    topUp: after(loaded.topUp),
    pause: after(loaded.pause),
    resume: after(loaded.resume),
    cancel: after(loaded.cancel),
    clear: after(loaded.clear),
    window: (args, { signal }) => data.call('windowOfRows', { ...args, profileId: activeId() }, { signal }),
    groups: (args, { signal }) => {
      const zone = preferences().timeZone;
      return data.call('groupsOfRows', { ...args, profileId: activeId(), zone }, { signal });
    },
    overview: (_args, { signal }) => overview(signal),
  };
}
