import type { LabEntry, LabRecording, LabRequest } from '#shared/console-contract/modal-lab-calls.ts';

type Timed = Pick<LabEntry | LabRequest, 'flow' | 'atMs'>;

/** Between two flows of a recording, whose real distance is not in it, in ms. */
const gapMs = 500;

/** When each flow of a recording begins in its replay, in ms: one after the other. */
const flowStarts = (lines: readonly Timed[]): ReadonlyMap<number, number> => {
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

/** What a recording shows after so much of its time, and how long it takes in all, in ms. */
export interface Replay {
  readonly entries: readonly LabEntry[];
  readonly requests: readonly LabRequest[];
  readonly isOver: boolean;
}

/** @param elapsedMs since the replay started; infinity shows everything */
export const replayAt = ({ entries, requests }: LabRecording, elapsedMs: number): Replay => {
  const starts = flowStarts([...entries, ...requests]);
  const isDue = ({ flow, atMs }: Timed): boolean => (starts.get(flow) ?? 0) + atMs <= elapsedMs;
  const due = { entries: entries.filter(isDue), requests: requests.filter(isDue) };
  const isOver = due.entries.length === entries.length && due.requests.length === requests.length;
  return { ...due, isOver };
};
