import { utilityProcess } from 'electron';
import type { DataReply } from '#shared/data-messages/data-calls.ts';
import type { DataLauncher } from '../../console/data/data-launcher.ts';

/** Runs the data process beside main. It gets the folder and nothing else: no key, no session. */
export const createDataLauncher =
  (file: string): DataLauncher =>
  (userDataDir) => {
    const child = utilityProcess.fork(file, [userDataDir], { stdio: 'ignore', serviceName: 'Ferry data' });
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, no window
      send: (request) => child.postMessage(request),
      onReply: (listener) => void child.on('message', (reply: DataReply) => listener(reply)),
      onExit: (listener) => void child.once('exit', () => listener()),
      stop: () => void child.kill(),
    };
  };
