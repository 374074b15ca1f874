import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The young generation stops doubling at this size. By default, V8 lets it grow to 128 MiB and rarely shrinks it. */
const limitBytes = 24 * 1_048_576;

const youngGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/** Limits the young generation to 32 MiB. V8 reads this flag at each growth, `--max-semi-space-size` only at start. */
export const limitYoungGeneration = (): void => {
  const observer = new PerformanceObserver(() =>
    setFlagsFromString(`--semi-space-growth-factor=${youngGenerationBytes() < limitBytes ? 2 : 1}`),
  );
  observer.observe({ entryTypes: ['gc'] });
};
