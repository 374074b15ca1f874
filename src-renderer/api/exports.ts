import { useQuery } from '@tanstack/react-query';
import type { ExportState } from '#shared/console-contract/export-calls.ts';

/** Where the exports are kept; with "console" first, a change of profile leaves it: an export goes on. */
export const exportsKey = ['console', 'exports'] as const;
const none: readonly ExportState[] = [];

/** The exports with one of them new or changed, which is then the first. */
export const withExport = (before: readonly ExportState[] = none, changed: ExportState): readonly ExportState[] => [
  changed,
  ...before.filter(({ id }) => id !== changed.id),
];

/** The exports of this run of the console as they go on, the latest first. */
export const useExports = (): readonly ExportState[] =>
  // Filled by events only: what ended before this window opened is nobody's news.
  useQuery({ queryKey: exportsKey, queryFn: () => none, enabled: false, gcTime: Number.POSITIVE_INFINITY }).data ??
  none;
