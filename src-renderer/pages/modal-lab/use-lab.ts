import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { LabSnapshot } from '#shared/console-contract/modal-lab-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from '../../api/console-call-error.ts';
import { useConsole } from '../../api/console-context.tsx';

/** A lab as it was told at a moment of the page's monotonic clock: ages count from there. */
export interface ShownLab extends LabSnapshot {
  readonly at: number;
}

const shown = (snapshot: LabSnapshot): ShownLab => ({ ...snapshot, at: performance.now() });

/** The lab after a change: what is new stands at the end; lines that are there already are not doubled. */
export const mergeLab = (before: ShownLab, change: EventData<'modalLab:changed'>): ShownLab => {
  const join = <Line extends { readonly id: number }>(old: readonly Line[], more: readonly Line[]): Line[] => {
    const kept = change.cleared ? [] : old;
    const last = kept.at(-1)?.id ?? 0;
    return [...kept, ...more.filter(({ id }) => id > last)];
  };
  // A change that was overtaken still brings its lines.
  const isNewer = change.view.revision > before.view.revision;
  return {
    view: isNewer ? change.view : before.view,
    entries: join(before.entries, change.entries),
    requests: join(before.requests, change.requests),
    at: isNewer ? performance.now() : before.at,
  };
};

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
  const { api, listen } = useConsole();
  const client = useQueryClient();
  const key = ['modal-lab', profileId];
  const options = queryOptions<ShownLab>({
    queryKey: key,
    queryFn: async () => {
      const labId = client.getQueryData<ShownLab>(key)?.view.labId ?? null;
      const opened = shown(await api.modalLab.open({ labId }));
      const known = client.getQueryData<ShownLab>(key);
      // Events may have told more while the answer was on its way.
      const isKnown = known?.view.labId === opened.view.labId && known.view.revision > opened.view.revision;
      return isKnown ? known : opened;
    },
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
  const { data: lab, error, refetch } = useQuery(options);
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'modalLab:changed') return;
        const before = client.getQueryData<ShownLab>(['modal-lab', profileId]);
        if (before?.view.labId !== event.data.view.labId) return;
        client.setQueryData(['modal-lab', profileId], mergeLab(before, event.data));
      }),
    [client, listen, profileId],
  );
  const startOver = useCallback(async () => {
    const before = client.getQueryData<ShownLab>(['modal-lab', profileId]);
    if (before) await api.modalLab.end({ labId: before.view.labId });
    await client.resetQueries({ queryKey: ['modal-lab', profileId] });
  }, [api, client, profileId]);
  return {
    lab,
    error: error ? appErrorOf(error) : null,
    reopen: () => void refetch(),
    startOver,
  };
};
