import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import { throttle } from '../events/emitter.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { Settings } from '../settings/settings.ts';
import type { TimelineTopic } from '../timeline/timeline-topic.ts';
import { createLoadBySelf } from './load-by-self.ts';
import { createLoadedHandlers } from './loaded-handlers.ts';
import { createLoads, type Loads } from './loads.ts';

interface LoadedRowsPorts {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly profiles: Pick<Profiles, 'list' | 'active' | 'activeId' | 'binding' | 'onChange'>;
  readonly api: ApiClient;
  readonly connection: Pick<Connection, 'current'>;
  readonly data: DataProcess;
  readonly timeline: Pick<TimelineTopic, 'observer'>;
  readonly events: ConsoleEvents;
}

interface ListingTotal {
  readonly profileId: string;
  readonly total: number | null;
}

/**
 * Rows that loads have stored in the data process, which searches them. This module runs the loads and also passes on
 * rows from lists and single migrations, and resets of the service.
 */
export interface LoadedRows {
  readonly loads: Loads;
  readonly attention: () => AttentionTerms;
  readonly handlers: ConsoleHandlers['loaded'];
  readonly noteMigrations: (listing: ListingTotal) => void;
  readonly noteCompanies: (listing: ListingTotal) => void;
  /** Drops the loaded rows of the active profile, because its service was reset. */
  readonly dropAllRows: () => Promise<void>;
  readonly close: () => void;
}

const changeMs = 250;

export function createLoadedRows(ports: LoadedRowsPorts): LoadedRows {
  const { clock, settings, profiles, api, connection, data, timeline, events } = ports;
  const { active, activeId } = profiles;
  const preferences = () => settings.current().preferences;
  const attention = () => ({ now: clock.now().getTime(), stuckHours: preferences().stuckHours });
  const changes = throttle<() => LoadedState>(changeMs, (state) => events.emit('loaded:changed', state()));
  const loads = createLoads({
    clock,
    api,
    data,
    profile: active.profile,
    profileSignal: active.signal,
    binding: profiles.binding,
    requestMs: () => connection.current().latencyMs,
    onChange: (resource, state) => changes.tell(`${resource} ${activeId()}`, state),
  });
  // Drops the rows of removed profiles.
  profiles.onChange(() => loads.keepOnly(profiles.list.all().map(({ id }) => id)));
  const automaticLoad = createLoadBySelf({ clock, loads, activeId, profileSignal: active.signal, preferences });
  // Stores rows of every response and event in the replica.
  timeline.observer.onSeen(({ profileId, rows }) => void loads.freshen(profileId, rows));
  const onSample = (profileId: string, rows: readonly MigrationRow[], total: number | null) => {
    timeline.observer.see(profileId, rows);
    loads.noteTotal('migrations', profileId, total);
  };
  return {
    loads,
    attention,
    handlers: createLoadedHandlers({ clock, api, data, loads, activeId, preferences, attention, onSample }),
    noteMigrations: ({ profileId, total }) => {
      loads.noteTotal('migrations', profileId, total);
      automaticLoad.noteTotal(profileId, total);
    },
    noteCompanies: ({ profileId, total }) => loads.noteTotal('companies', profileId, total),
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
