import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { createStore, useStore } from '#ui/state/store.ts';
import { useConsole } from '../api/console-api.ts';
import { logOptions, needsAttention, type RequestLogView } from '../api/request-log.ts';

export const lastVisits = createStore<ReadonlyMap<string, number>>(new Map());

export const useUnseenFailures = (profileId: string | undefined): number => {
  const lastSeenId = useStore(lastVisits).get(profileId ?? '') ?? 0;
  const count = useCallback(
    ({ lines }: RequestLogView) =>
      lines.filter((line) => line.profileId === profileId && line.id > lastSeenId && needsAttention(line)).length,
    [profileId, lastSeenId],
  );
  // Re-renders the shell only if the count changes.
  return useQuery({ ...logOptions(useConsole().api), select: count }).data ?? 0;
};
