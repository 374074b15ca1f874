import type { Resource } from '#shared/migration-api/fields.ts';
import type { AttentionFilter } from '#shared/attention.ts';
import { useQuery } from '@tanstack/react-query';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { overviewKey } from './listings.ts';
import { live, useRead } from './console-api.ts';

export const loadedKey = (resource: Resource) => ['loaded', resource, 'state'] as const;

export const loadPlanKey = (resource: Resource) => ['loaded', resource, 'plan'] as const;

/** Requests the total from the service if it is unknown. */
export const useLoadPlan = (resource: Resource, use: { readonly enabled?: boolean; readonly retry?: false } = {}) =>
  useRead(loadPlanKey(resource), (api, options) => api.loaded.plan({ resource }, options), { gcTime: 0, ...use });

const refreshDetailsMs = 2_000;

export const useLoadedState = (resource: Resource): LoadedState | undefined =>
  useRead<LoadedState>(loadedKey(resource), (api, options) => api.loaded.state({ resource }, options), {
    staleTime: Number.POSITIVE_INFINITY,
    // Events are lost while the stream is interrupted, so each opened page refetches.
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.phase === 'loading' || data?.phase === 'waiting' ? refreshDetailsMs : false,
  }).data;

export const useAttentionCounts = (): Readonly<Record<AttentionFilter, number>> | undefined => {
  const { data } = useRead(overviewKey, (api, options) => api.loaded.overview({}, options), live);
  // Without loaded rows, the counts include only the newest rows.
  if (data?.source !== 'loaded') return undefined;
  const { counts, handled } = data.attention;
  return { ...counts, handled };
};

/** Starts with "console", so that a profile switch doesn't remove the state of exports in progress. */
export const exportsKey = ['console', 'exports'] as const;
const none: readonly ExportState[] = [];

export const withExport = (before: readonly ExportState[] = none, changed: ExportState): readonly ExportState[] => [
  changed,
  ...before.filter(({ id }) => id !== changed.id),
];

export const useExports = (): readonly ExportState[] =>
  // Only events fill this data, so exports that ended before this window opened aren't shown.
  useQuery({ queryKey: exportsKey, queryFn: () => none, enabled: false, gcTime: Number.POSITIVE_INFINITY }).data ??
  none;
