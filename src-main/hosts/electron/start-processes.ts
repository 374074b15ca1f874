import type { Readable } from 'node:stream';
import { type UtilityProcess, utilityProcess } from 'electron';
import type { DataReply } from '#shared/data-messages/data-calls.ts';
import type { DataLauncher, ServiceLauncher } from '../../console/ports/console-ports.ts';

/** Reports the exit in a later tick, because the listener can't quit the app during Electron's exit event. */
const onExit = (child: UtilityProcess, tell: (code: number) => void): void =>
  void child.once('exit', (code) => void setImmediate(() => tell(code)));

/** Runs the data process, which gets only the folder: no key, no session. */
export const createDataLauncher =
  (file: string): DataLauncher =>
  (userDataDir) => {
    const child = utilityProcess.fork(file, [userDataDir], { stdio: 'ignore', serviceName: 'Ferry data' });
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a utility process has no target origin
      send: (request) => child.postMessage(request),
      onReply: (listener) => void child.on('message', (reply: DataReply) => listener(reply)),
      onExit: (listener) => onExit(child, (code) => listener(`exit code ${code}`)),
      stop: () => void child.kill(),
    };
  };

const stopWithinMs = 3_000;

/** Runs Ferry Service in a utility process, which needs no second Node and lets the `runAsNode` fuse stay off. */
export const createServiceLauncher =
  (file: string): ServiceLauncher =>
  (flags) => {
    const child = utilityProcess.fork(file, [...flags], { stdio: 'pipe', serviceName: 'Ferry Service' });
    return {
      stdout: child.stdout as Readable,
      stderr: child.stderr as Readable,
      onExit: (listener) => onExit(child, listener),
      stop: () => {
        const { pid } = child;
        child.kill();
        setTimeout(() => {
          if (pid !== undefined && child.pid === pid) process.kill(pid, 'SIGKILL');
        }, stopWithinMs).unref();
      },
    };
  };
