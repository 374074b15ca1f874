import type { SavedView } from '#shared/console-contract/views-calls.ts';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import { alwaysLive, useRead } from './console-api.ts';

/** Query key without the prefix `console`, because each profile has its own views. */
export const viewsKey = ['views'] as const;

const none: readonly SavedView[] = [];

export const useSavedViews = (): readonly SavedView[] =>
  useRead(viewsKey, (api, options) => api.views.list({}, options), alwaysLive).data ?? none;

// Without the prefix `console`, because each profile has its own watches.
export const watchKey = ['watch'] as const;

export const useWatchState = (): WatchState | undefined =>
  useRead(watchKey, (api, options) => api.watch.list({}, options), alwaysLive).data;
