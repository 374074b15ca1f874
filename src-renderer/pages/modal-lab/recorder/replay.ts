import type { LabEntry, LabRecording, LabRequest } from '#shared/console-contract/modal-lab-calls.ts';

type TimedItem = Pick<LabEntry | LabRequest, 'flow' | 'atMs'>;

/** Pause between two flows in a replay, in ms. A recording doesn't contain the real pause. */
const gapMs = 500;

const flowStarts = (lines: readonly TimedItem[]): ReadonlyMap<number, number> => {
  const lengths = new Map<number, number>();
  for (const { flow, atMs } of lines) lengths.set(flow, Math.max(lengths.get(flow) ?? 0, atMs));
  const starts = new Map<number, number>();
  let next = 0;
  for (const [flow, length] of [...lengths].sort(([a], [b]) => a - b)) {
    starts.set(flow, next);
    next += length + gapMs;
  }
  return starts;
};

export interface Replay {
  readonly entries: readonly LabEntry[];
  readonly requests: readonly LabRequest[];
  readonly isOver: boolean;
}

/** @param elapsedMs ms since the replay started; infinity shows everything */
export const replayAt = ({ entries, requests }: LabRecording, elapsedMs: number): Replay => {
  const starts = flowStarts([...entries, ...requests]);
  const isDue = ({ flow, atMs }: TimedItem): boolean => (starts.get(flow) ?? 0) + atMs <= elapsedMs;
  const dueItems = { entries: entries.filter(isDue), requests: requests.filter(isDue) };
  const isOver = dueItems.entries.length === entries.length && dueItems.requests.length === requests.length;
  return { ...dueItems, isOver };
};
