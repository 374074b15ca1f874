import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { ConsoleEvent, EventData, EventName } from '#shared/console-contract/types.ts';
import { companyKey, knownCompaniesKey, overviewKey } from './listings.ts';
import { useConsole } from './console-api.ts';
import { activeProfile, profilesKey, stateKey } from './profiles.ts';
import { exportsKey, loadedKey, withExport } from './loaded.ts';
import { changeCache } from './page-cache.ts';
import { changeMigrations } from './migrations.ts';
import { labKey, mergeLab } from './modal-lab.ts';
import { logKey, mergeLog } from './request-log.ts';
import { brandKey, sandboxKey } from './sandbox-view.ts';
import { viewsKey, watchKey } from './profile-data.ts';
import { settingsKey } from './settings.ts';
import { mergeTokenLab, recordsKey, stampToken, tokenLabKey } from './link-tokens.ts';

type Effect<Data> = (data: Data, client: QueryClient) => void;

const replaceData =
  <Data>(keyOf: (data: Data) => readonly unknown[]): Effect<Data> =>
  (data, client) =>
    changeCache<unknown>(client, keyOf(data), () => data);

/** Applies a change only to cached data. Without cached data, the pending first read will return the change. */
const mergeData =
  <Data, Kept>(keyOf: (data: Data) => readonly unknown[], merge: (before: Kept, data: Data) => Kept): Effect<Data> =>
  (data, client) =>
    changeCache<Kept>(client, keyOf(data), (before) => (before === undefined ? undefined : merge(before, data)));

const invalidate =
  (queryKey: readonly unknown[]): Effect<unknown> =>
  (_data, client) =>
    void client.invalidateQueries({ queryKey });

/** Updates the page's cache for each event of the trusted process. The shell or a component handles events with null. */
export const eventMap: { readonly [Name in EventName]: Effect<EventData<Name>> | null } = {
  'console:state-changed': (state, client) => {
    const previous = activeProfile(client);
    changeCache<ConsoleState>(client, stateKey, () => state);
    if (previous !== undefined && previous !== state.profile.id) {
      // A lab ends with its profile. With this data still cached, a page that shows the lab would open a new one.
      client.removeQueries({ queryKey: labKey(previous) });
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== stateKey[0] });
    }
  },
  'profiles:changed': (list, client) => {
    changeCache(client, profilesKey, () => list);
    // All profiles share the settings file, and only `settings.get` returns the time of its last save.
    void client.invalidateQueries({ queryKey: settingsKey });
  },
  'settings:changed': replaceData(() => settingsKey),
  'watch:changed': replaceData(() => watchKey),
  'watch:status-changed': invalidate(['migrations']),
  'views:changed': replaceData(() => viewsKey),
  'triage:changed': (_change, client) =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        first === 'triage' || second === overviewKey[1] || second === companyKey[1],
    }),
  'alerts:changed': invalidate(['alerts']),
  // The page that listens handles this event.
  'listener:changed': null,
  'companies:directory-changed': invalidate(knownCompaniesKey),
  'migrations:changed': ({ profileId, rows }, client) => {
    if (activeProfile(client) === profileId) changeMigrations(client, rows);
  },
  'sandbox:changed': replaceData(({ profileId }) => sandboxKey(profileId)),
  'sandbox:brand-changed': replaceData(({ profileId }) => brandKey(profileId)),
  'tokenLab:changed': mergeData(({ profileId }) => tokenLabKey(profileId), mergeTokenLab),
  'console:refresh-asked': (_asked, client) => void client.invalidateQueries(),
  'console:menu-asked': null,
  'console:link-asked': null,
  'console:migration-asked': null,
  'linkTokens:changed': (records, client) => changeCache(client, recordsKey, () => records.map(stampToken)),
  'modalLab:changed': mergeData(({ view }) => labKey(view.profileId), mergeLab),
  'requests:changed': mergeData(() => logKey, mergeLog),
  'loaded:changed': (state, client) => {
    if (activeProfile(client) !== state.profileId) return;
    changeCache(client, loadedKey(state.resource), () => state);
  },
  'exports:changed': (state, client) =>
    changeCache<readonly ExportState[]>(client, exportsKey, (before) => withExport(before, state)),
  // The dialog that started the search handles this event.
  'everywhere:searched': null,
};

export const applyEvent = (client: QueryClient, { name, data }: ConsoleEvent): void =>
  (eventMap[name] as Effect<unknown> | null)?.(data, client);

export const useEventMap = (): void => {
  const { listen } = useConsole();
  const client = useQueryClient();
  useEffect(() => listen((event) => applyEvent(client, event)), [client, listen]);
};
