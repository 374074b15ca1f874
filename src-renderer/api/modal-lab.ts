import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LabSnapshot } from '#shared/console-contract/modal-lab-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from './console-call-error.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** A lab as it was told at a moment of the page's monotonic clock: ages count from there. */
export interface ShownLab extends LabSnapshot {
  readonly at: number;
}

const shown = (snapshot: LabSnapshot): ShownLab => ({ ...snapshot, at: performance.now() });

/** Where the lab of a profile is kept. */
export const labKey = (profileId: string) => ['modal-lab', profileId] as const;

/** The lab after a change: what is new stands at the end; lines that are there already are not doubled. */
export const mergeLab = (before: ShownLab, change: EventData<'modalLab:changed'>): ShownLab => {
  // Of a lab that was started over.
  if (before.view.labId !== change.view.labId) return before;
  // A change that was overtaken still brings its lines.
  const isNewer = change.view.revision > before.view.revision;
  const join = <Line extends { readonly id: number }>(old: readonly Line[], more: readonly Line[]): Line[] => {
    const kept = change.cleared && isNewer ? [] : old;
    const last = kept.at(-1)?.id ?? 0;
    return [...kept, ...more.filter(({ id }) => id > last)];
  };
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
  const { api } = useConsole();
  const client = useQueryClient();
  const options = queryOptions<ShownLab>({
    queryKey: labKey(profileId),
    queryFn: keptRead(async () => {
      const labId = client.getQueryData<ShownLab>(labKey(profileId))?.view.labId ?? null;
      return shown(await api.modalLab.open({ labId }));
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
