import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { DataProcess } from '../data/data-process.ts';
import { atMostOften } from '../events/at-most-often.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import type { StatusObserver } from '../timeline/observer.ts';
import { createLoadBySelf } from './load-by-self.ts';
import { createLoadedHandlers } from './loaded-handlers.ts';
import { createLoads, type Loads } from './loads.ts';

interface LoadedRowsPorts {
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

/** What a list that a page has asked for says about all rows. */
interface ListingTotal {
  readonly profileId: string;
  readonly total: number | null;
}

/**
 * Loaded rows: those that a load has brought into the data process, which keeps and searches them. Here are the loads,
 * and what else tells about these rows: lists, single migrations, a service that was reset.
 */
export interface LoadedRows {
  readonly loads: Loads;
  readonly handlers: ConsoleHandlers['loaded'];
  readonly noteMigrations: (listing: ListingTotal, rows: readonly MigrationRow[]) => void;
  readonly noteCompanies: (listing: ListingTotal) => void;
  /** Statuses that another call has brought. */
  readonly freshen: Loads['freshen'];
  /** Drops what belongs to profiles other than these: they are gone. */
  readonly keepOnly: Loads['keepOnly'];
  /** The service of the active profile holds other data now: what was loaded of it is dropped. */
  readonly startAnew: () => Promise<void>;
  /** Ends every load. */
  readonly close: () => void;
}

const changeMs = 250;

export function createLoadedRows(ports: LoadedRowsPorts): LoadedRows {
  const { clock, api, data, observer, active, preferences } = ports;
  const activeId = () => active.profile().id;
  const changes = atMostOften<LoadedState>(changeMs, (state) => {
    if (state.profileId === activeId()) ports.onChange(state);
  });
  const loads = createLoads({
    clock,
    api,
    data,
    profile: active.profile,
    profileSignal: active.signal,
    binding: ports.binding,
    requestMs: ports.requestMs,
    onChange: (state) => changes.tell(`${state.resource} ${state.profileId}`, state),
  });
  const bySelf = createLoadBySelf({ clock, loads, activeId, profileSignal: active.signal, preferences });
  const onSample = (profileId: string, rows: readonly MigrationRow[], total: number | null) => {
    observer.see(profileId, rows);
    loads.noteTotal('migrations', profileId, total);
  };
  return {
    loads,
    handlers: createLoadedHandlers({ clock, api, data, loads, activeId, preferences, onSample }),
    noteMigrations: ({ profileId, total }, rows) => {
      loads.noteTotal('migrations', profileId, total);
      loads.freshen(profileId, rows);
      bySelf.noteTotal(profileId, total);
    },
    noteCompanies: ({ profileId, total }) => loads.noteTotal('companies', profileId, total),
    freshen: loads.freshen,
    keepOnly: loads.keepOnly,
    startAnew: async () => {
      await Promise.all([loads.clear('migrations'), loads.clear('companies')]);
      bySelf.startAnew(activeId());
    },
    close: () => {
      bySelf.close();
      loads.close();
    },
  };
}
