import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import { useConsole } from '../../api/console-context.tsx';

// With "console" first, a change of profile leaves it: an export goes on.
const exportsKey = ['console', 'exports'] as const;
const none: readonly ExportState[] = [];

/** The exports of this run of the console as they go on, the latest first. */
export const useExports = (): readonly ExportState[] => {
  const { listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'exports:changed') return;
        const before = client.getQueryData<readonly ExportState[]>(exportsKey) ?? none;
        client.setQueryData(exportsKey, [event.data, ...before.filter(({ id }) => id !== event.data.id)]);
      }),
    [client, listen],
  );
  // Filled by events only: what ended before this window opened is nobody's news.
  return (
    useQuery({ queryKey: exportsKey, queryFn: () => none, enabled: false, gcTime: Number.POSITIVE_INFINITY }).data ??
    none
  );
};
