import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into a measured process by `--import`: tells what it used, when it is asked over IPC. */
export interface Usage {
  /** User and system time of all threads since the start, in microseconds. */
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
  /** What is alive on the heap and outside it; only where a collection was asked for. */
  readonly aliveBytes?: number;
}

/** `usage`, or `usage after a collection`. */
export type UsageAsk = 'usage' | 'usage after a collection';

function collect(): number {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  for (let time = 0; time < 3; time += 1) gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.on('message', (message) => {
  if (message !== 'usage' && message !== 'usage after a collection') return;
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    cpuMicroseconds: user + system,
    residentBytes: process.memoryUsage.rss(),
    ...(message === 'usage' ? {} : { aliveBytes: collect() }),
  };
  process.send?.({ usage });
});
// Where the benchmark dies without a word, nothing that it started may stay.
process.on('disconnect', () => process.exit());
process.channel?.unref();
