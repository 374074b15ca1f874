import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Load, LoadResult } from './servers/load.ts';
import type { MeasuredServer } from './measured-process.ts';

export interface LoadGenerator {
  /** Sends a load and waits until it is done. Rejects if a response isn't 2xx. */
  readonly send: (load: Load) => Promise<LoadResult>;
  readonly stop: () => void;
}

/** Starts a separate process for the load, so that the server's CPU time doesn't include the load's. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(path.join(import.meta.dirname, 'servers', 'load.ts'));
  return {
    send: async (load) => {
      child.send(load);
      const [result] = (await once(child, 'message')) as [LoadResult];
      if (result.failed > 0 || result.requests === 0) {
        throw new Error(`${result.failed} of the requests to ${load.url}${load.paths[0]} failed.`);
      }
      return result;
    },
    stop: () => child.disconnect(),
  };
}

/** Microseconds of the server's CPU time per request of the load. */
export async function cpuPerRequest(server: MeasuredServer, generator: LoadGenerator, load: Load): Promise<number> {
  const before = await server.usage();
  const { requests } = await generator.send(load);
  const after = await server.usage();
  return (after.cpuMicroseconds - before.cpuMicroseconds) / requests;
}
