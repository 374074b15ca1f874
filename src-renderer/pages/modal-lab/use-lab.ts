import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { readWithChanges } from '../../api/page-cache.ts';
import { labKey, stampLab, type StampedLab } from '../../api/modal-lab.ts';

/**
 * Returns a profile's lab. Navigation doesn't close the lab. If the lab has ended, opening its page opens a new lab.
 */
export const useLab = (profileId: string, isHere: boolean) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const options = queryOptions<StampedLab>({
    queryKey: labKey(profileId),
    queryFn: readWithChanges(async () => {
      const labId = client.getQueryData<StampedLab>(labKey(profileId))?.view.labId ?? null;
      return stampLab(await api.modalLab.open({ labId }));
    }),
    staleTime: 0,
    enabled: isHere,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
  const { data: lab, error, refetch } = useQuery(options);
  const startOver = useCallback(async () => {
    const previous = client.getQueryData<StampedLab>(labKey(profileId));
    if (previous) await api.modalLab.end({ labId: previous.view.labId });
    await client.resetQueries({ queryKey: labKey(profileId) });
  }, [api, client, profileId]);
  return {
    lab,
    error: error ? appErrorOf(error) : null,
    reopen: () => void refetch(),
    startOver,
  };
};

export type LabAccess = ReturnType<typeof useLab>;
