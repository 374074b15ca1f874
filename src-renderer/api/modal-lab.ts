import type { LabSnapshot } from '#shared/console-contract/modal-lab-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';

export interface StampedLab extends LabSnapshot {
  readonly at: number;
}

export const stampLab = (snapshot: LabSnapshot): StampedLab => ({ ...snapshot, at: performance.now() });

export const labKey = (profileId: string) => ['modal-lab', profileId] as const;

export const mergeLab = (before: StampedLab, change: EventData<'modalLab:changed'>): StampedLab => {
  if (before.view.labId !== change.view.labId) return before;
  // An outdated change still adds its log lines.
  const isNewer = change.view.revision > before.view.revision;
  const join = <Line extends { readonly id: number }>(old: readonly Line[], more: readonly Line[]): Line[] => {
    const oldLines = change.cleared && isNewer ? [] : old;
    const last = oldLines.at(-1)?.id ?? 0;
    return [...oldLines, ...more.filter(({ id }) => id > last)];
  };
  return {
    view: isNewer ? change.view : before.view,
    entries: join(before.entries, change.entries),
    requests: join(before.requests, change.requests),
    at: isNewer ? performance.now() : before.at,
  };
};
