import type { CopyCollection, CopyTroubleKind, RemainingTime } from '../migration-engine/copy-state.ts';
import type { SideTimes } from './failed-sides.ts';

type Reason = NonNullable<RemainingTime['because']>;

const speedWindowMs = 30_000;
const minSampleMs = 3_000;
const minSampleSteps = 20;
/** The estimate rises only if it was too low by this factor for this time. */
const tolerance = 1.25;
const slowMs = 5_000;
/** Share of a lower measurement that the estimate takes over, so that a short burst changes little. */
const smoothing = 0.3;

/** Each item takes two steps, writing and reading back. Undefined if a collection isn't counted. */
const stepsOf = (collections: readonly CopyCollection[]) => {
  let [left, items] = [0, 0];
  for (const { isChosen, count, done, failed, written = 0 } of collections) {
    if (!isChosen) continue;
    if (count === null) return undefined;
    left += 2 * Math.max(count - done - failed, 0) + written;
    items += count;
  }
  return { left, items };
};

const waitReasonOf = (kind: CopyTroubleKind): Reason => {
  const [side] = kind.split('_');
  return side === 'source' || side === 'destination' ? `waiting_for_${side}` : 'waiting';
};

interface Sample extends NonNullable<ReturnType<typeof stepsOf>>, SideTimes {
  readonly at: number;
}

/** Ms of each side per step. */
const costsBetween = (first: Sample, last: Sample): SideTimes => {
  const steps = Math.max(first.left - last.left, 1);
  return { source: (last.source - first.source) / steps, destination: (last.destination - first.destination) / steps };
};

const slowerSide = (before: SideTimes, now: SideTimes): Reason => {
  const [source, destination] = [now.source - before.source, now.destination - before.destination];
  if (source > 2 * Math.max(destination, 0)) return 'slower_source';
  return destination > 2 * Math.max(source, 0) ? 'slower_destination' : 'slower';
};

/**
 * Estimates the remaining time of a copy from its speed. An estimate above an earlier one always has a reason.
 * @param previous the last estimate before an interruption
 */
export const createRemainingTime = (previous?: RemainingTime) => {
  let shownMs = previous?.ms;
  let lowest = previous?.lowest ?? Infinity;
  let reason: Reason = 'waiting';
  let samples: Sample[] = [];
  /** The last measurement that didn't raise the estimate. */
  let baseline: { readonly items: number; readonly costs: SideTimes } | undefined;
  let slowSince: number | undefined;

  const measure = (last: Sample): void => {
    // After a change of the number of items, the steps left don't show the speed.
    if (samples.at(-1)?.items !== last.items) samples = [];
    samples = [...samples.filter(({ at }) => last.at - at <= speedWindowMs), last];
    const [first = last] = samples;
    const [ms, steps] = [last.at - first.at, first.left - last.left];
    // A slow copy has only a few steps in the whole window.
    const isWholeWindow = ms >= speedWindowMs - 2_000 && (steps > 0 || shownMs !== undefined);
    if (ms < minSampleMs || (steps < minSampleSteps && !isWholeWindow)) return;
    const measuredMs = (last.left * ms) / Math.max(steps, 1);
    const costs = costsBetween(first, last);
    if (shownMs !== undefined && measuredMs > shownMs * tolerance) {
      slowSince ??= last.at;
      if (last.at - slowSince < slowMs) return;
      reason =
        baseline && last.items > baseline.items ? 'more_items' : baseline ? slowerSide(baseline.costs, costs) : reason;
      shownMs = measuredMs;
    } else shownMs = shownMs === undefined ? measuredMs : shownMs + Math.min(measuredMs - shownMs, 0) * smoothing;
    slowSince = undefined;
    baseline = { items: last.items, costs };
  };

  return (
    { at, times, trouble }: { at: number; times: SideTimes; trouble: CopyTroubleKind | undefined },
    collections: readonly CopyCollection[],
  ): RemainingTime | undefined => {
    const steps = stepsOf(collections);
    if (trouble !== undefined) samples = [];
    else if (steps !== undefined) measure({ at, ...steps, ...times });
    if (shownMs === undefined) return undefined;
    const isHigher = shownMs > lowest;
    lowest = Math.min(lowest, shownMs);
    const because = trouble === undefined ? (isHigher ? reason : null) : waitReasonOf(trouble);
    return { ms: Math.round(shownMs), lowest, because };
  };
};
