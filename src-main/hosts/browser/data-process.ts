import { Worker } from 'node:worker_threads';
import type { DataReply } from '#shared/data-messages/data-calls.ts';
import type { DataLauncher } from '../../console/data/data-launcher.ts';

/** Runs the data process as a thread of this Node. */
export const createDataLauncher =
  (file: string): DataLauncher =>
  (userDataDir) => {
    const worker = new Worker(file, { argv: [userDataDir] });
    // Without a listener an error in the thread would end the whole console; `exit` follows it.
    worker.on('error', () => undefined);
    worker.unref();
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, no window
      send: (request) => worker.postMessage(request),
      onReply: (listener) => void worker.on('message', (reply: DataReply) => listener(reply)),
      onExit: (listener) => void worker.once('exit', () => listener()),
      stop: () => void worker.terminate(),
    };
  };
