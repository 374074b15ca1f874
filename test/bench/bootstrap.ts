export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The middle value, or the mean of the two middle values. NaN for an empty list. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A seeded generator (mulberry32) of numbers from 0 to 1, so that an interval can be reproduced. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The median and its 95 % interval, by percentile bootstrap with `resamples` seeded draws with replacement. */
export function bootstrapMedian(values: readonly number[], resamples = 10_000, seed = 1): MedianInterval {
  const random = seededRandom(seed);
  const draw = () => values[Math.floor(random() * values.length)] ?? Number.NaN;
  const medians = Array.from({ length: resamples }, () => medianOf(values.map(draw))).sort((a, b) => a - b);
  const at = (share: number) => medians[Math.round(share * (resamples - 1))] ?? Number.NaN;
  return { median: medianOf(values), low: at(0.025), high: at(0.975) };
}
