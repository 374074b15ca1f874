import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { DataReply, DataThreadMessage } from '#shared/data-messages/data-calls.ts';
import type { DataLauncher, ServiceLauncher } from '../../console/ports/console-ports.ts';

const endWithinMs = 2_000;

/** Runs the data process as a worker thread. It stops between two tasks, or is terminated if it doesn't respond. */
export const createDataLauncher =
  (file: string): DataLauncher =>
  (userDataDir) => {
    const worker = new Worker(file, { argv: [userDataDir] });
    let failure: unknown;
    // Without this listener, an error in the thread ends the whole console. The `exit` event reports the end.
    worker.on('error', (error) => (failure = error));
    worker.unref();
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
      send: (request) => worker.postMessage(request),
      onReply: (listener) => void worker.on('message', (reply: DataReply) => listener(reply)),
      onExit: (listener) => void worker.once('exit', (code) => listener(failure ?? `exit code ${code}`)),
      stop: () => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
        worker.postMessage({ call: 'end' } satisfies DataThreadMessage);
        setTimeout(() => void worker.terminate(), endWithinMs).unref();
      },
    };
  };

const stopWithinMs = 3_000;

/** Runs Ferry Service with the same Node. If this process ends, the channel closes and the service exits. */
export const createServiceLauncher =
  (file: string): ServiceLauncher =>
  (flags) => {
    const child = spawn(process.execPath, [file, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }) as ChildProcessByStdio<null, Readable, Readable>;
    let failure: Error | undefined;
    child.on('error', (error) => (failure = error));
    return {
      stdout: child.stdout,
      stderr: child.stderr,
      // If the process couldn't start, the code is a system error number.
      onExit: (listener) =>
        void child.once('close', (code) => (child.pid === undefined ? listener(null, failure) : listener(code))),
      stop: () => {
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), stopWithinMs).unref();
      },
    };
  };
