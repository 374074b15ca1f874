import { useMemo } from 'react';
import { createStore, useStore } from '#ui/state/store.ts';
import { needsLook, useRequestLog } from '../api/request-log.ts';

/** The latest line of each profile when its requests were last looked at. */
export const lastLooks = createStore<ReadonlyMap<string, number>>(new Map());

/** How many calls of a profile have failed by no fault of the person since its requests were last looked at. */
export const useUnseenFailures = (profileId: string | undefined): number => {
  const lines = useRequestLog().data?.lines;
  const after = useStore(lastLooks).get(profileId ?? '') ?? 0;
  return useMemo(
    () => lines?.filter((line) => line.profileId === profileId && line.id > after && needsLook(line)).length ?? 0,
    [lines, profileId, after],
  );
};
