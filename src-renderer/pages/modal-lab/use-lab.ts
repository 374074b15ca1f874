import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';
import { keptRead } from '../../api/kept-cache.ts';
import { labKey, shownLab, type ShownLab } from '../../api/modal-lab.ts';

export interface LabAccess {
  readonly lab: ShownLab | undefined;
  /** Why no lab could be opened. */
  readonly error: AppError | null;
  readonly reopen: () => void;
  /** Ends this lab and opens another one. */
  readonly startOver: () => Promise<void>;
}

/** The lab of a profile, opened when the page is; it stays open while other pages are shown. */
export const useLab = (profileId: string): LabAccess => {
  const { api } = useConsole();
  const client = useQueryClient();
  const options = queryOptions<ShownLab>({
    queryKey: labKey(profileId),
    queryFn: keptRead(async () => {
      const labId = client.getQueryData<ShownLab>(labKey(profileId))?.view.labId ?? null;
      return shownLab(await api.modalLab.open({ labId }));
    }),
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
  const { data: lab, error, refetch } = useQuery(options);
  const startOver = useCallback(async () => {
    const before = client.getQueryData<ShownLab>(labKey(profileId));
    if (before) await api.modalLab.end({ labId: before.view.labId });
    await client.resetQueries({ queryKey: labKey(profileId) });
  }, [api, client, profileId]);
  return {
    lab,
    error: error ? appErrorOf(error) : null,
    reopen: () => void refetch(),
    startOver,
  };
};
