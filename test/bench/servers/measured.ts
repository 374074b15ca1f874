import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into a measured process with `--import`. Reports its resource usage over IPC on request. */
export interface Usage {
  /** User and system time of all threads since the start, in microseconds. */
  readonly cpuMicroseconds: number;
  readonly residentBytes: number;
  /** Live bytes on and off the heap. Only after a garbage collection was requested. */
  readonly aliveBytes?: number;
}

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
// If the benchmark crashes, the processes that it started must exit.
process.on('disconnect', () => process.exit());
process.channel?.unref();
