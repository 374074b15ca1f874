import { type LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { atMostOften } from '../events/at-most-often.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import type { StatusObserver } from '../timeline/observer.ts';
import { createLoadBySelf } from './load-by-self.ts';
import { createLoadedHandlers } from './loaded-handlers.ts';
import { createLoadedRows, type LoadedRows } from './loaded-rows.ts';

export interface LoadedTopicPorts {
  readonly clock: Clock;
  readonly api: ApiClient;
  readonly data: DataProcess;
  readonly observer: StatusObserver;
  readonly active: ActiveProfile;
  readonly binding: () => string;
  readonly preferences: () => Preferences;
  readonly requestMs: () => number | null;
  readonly onChange: (state: LoadedState) => void;
}

/** A list of migrations or companies that a page has asked for, as far as loaded rows are concerned. */
export interface HeardListing {
  readonly profileId: string;
  readonly total: number | null;
}

/** Loaded rows with what feeds them: lists of pages, and profiles that load by themselves. */
export interface LoadedTopic {
  readonly rows: LoadedRows;
  readonly handlers: ConsoleHandlers['loaded'];
  readonly heardMigrations: (listing: HeardListing, rows: readonly MigrationRow[]) => void;
  readonly heardCompanies: (listing: HeardListing) => void;
  /** The service of the active profile holds other data now: what was loaded of it is dropped. */
  readonly startAnew: () => Promise<void>;
}

const changeMs = 250;

export function createLoadedTopic(ports: LoadedTopicPorts): LoadedTopic {
  const { clock, api, data, observer, active, preferences } = ports;
  const activeId = () => active.profile().id;
  const changes = atMostOften<LoadedState>(changeMs, (state) => {
    if (state.profileId === activeId()) ports.onChange(state);
  });
  const rows = createLoadedRows({
    clock,
    api,
    data,
    profile: active.profile,
    profileSignal: active.signal,
    belongsTo: ports.binding,
    requestMs: ports.requestMs,
    // What was loaded is loaded again, where that takes no question; without a key it just stays empty.
    onForeign: (resource) =>
      queueMicrotask(() => void rows.start(resource, { confirmed: false, signal: active.signal() })),
    onChange: (state) => changes.tell(`${state.resource} ${state.profileId}`, state),
  });
  const bySelf = createLoadBySelf({ loaded: rows, activeId, profileSignal: active.signal, preferences });
  const heardMigrations = ({ profileId, total }: HeardListing, some: readonly MigrationRow[]) => {
    rows.heardTotal('migrations', profileId, total);
    rows.freshen(profileId, some);
    bySelf.heard(profileId, total);
  };
  const onSample = (profileId: string, some: readonly MigrationRow[], total: number | null) => {
    observer.see(profileId, some);
    rows.heardTotal('migrations', profileId, total);
  };
  return {
    rows,
    handlers: createLoadedHandlers({ clock, api, data, loaded: rows, activeId, preferences, onSample }),
    heardMigrations,
    heardCompanies: ({ profileId, total }) => rows.heardTotal('companies', profileId, total),
    startAnew: async () => {
      await Promise.all([rows.clear('migrations'), rows.clear('companies')]);
      bySelf.startAnew(activeId());
    },
  };
}
