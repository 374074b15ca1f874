import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The young generation stops doubling at this size. V8 would let it grow to 128 MiB, and rarely shrink it. */
const limitBytes = 24 * 1_048_576;

const youngGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * Stops the young generation's growth at 32 MiB, the first doubling above the limit. V8 reads `--max-semi-space-size`
 * only at process start, but reads this factor at each growth.
 */
export const limitYoungGeneration = (): void => {
  const observer = new PerformanceObserver(() =>
    setFlagsFromString(`--semi-space-growth-factor=${youngGenerationBytes() < limitBytes ? 2 : 1}`),
  );
  observer.observe({ entryTypes: ['gc'] });
};
