import type { Resource } from '#shared/migration-api/fields.ts';
import { type Outcome, succeed } from '#shared/app-error.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { type OverviewPorts, readOverview } from './overview.ts';

export function createLoadedHandlers(ports: OverviewPorts): ConsoleHandlers['loaded'] {
  const { loads, data, clock, activeId, preferences, attention } = ports;
  const after =
    (act: (resource: Resource) => unknown) =>
    async ({ resource }: { readonly resource: Resource }): Promise<Outcome<LoadedState>> => {
      await act(resource);
      return succeed(loads.state(resource));
    };
  return {
    state: after(() => undefined),
    plan: ({ resource }, { signal }) => loads.plan(resource, signal),
    start: async ({ resource }) => {
      const startResult = await loads.start(resource);
      return startResult.ok ? succeed(loads.state(resource)) : startResult;
    },
    topUp: after(loads.topUp),
    pause: after(loads.pause),
    resume: after(loads.resume),
    cancel: after(loads.cancel),
    clear: after(loads.clear),
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
