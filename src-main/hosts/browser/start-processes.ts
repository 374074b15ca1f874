import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { DataReply, DataThreadMessage } from '#shared/data-messages/data-calls.ts';
import type { DataLauncher, ServiceLauncher } from '../../console/ports/console-ports.ts';
import type { Log } from '../../console/log/log.ts';
import { readLines } from '../node/line-reader.ts';

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
  (file: string, log: Pick<Log, 'info'>): ServiceLauncher =>
  (flags) => {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const child = spawn(process.execPath, [file, ...flags], { stdio: [...stdio] }) as ChildProcessByStdio<
      null,
      Readable,
      Readable
    >;
    let lastWords = '';
    readLines(child.stderr, (line) => {
      lastWords = line;
      log.info(`sandbox: ${line}`);
    });
    const exitListeners = new Set<(code: number | null, lastWords: string) => void>();
    const end = (code: number | null) => {
      for (const listener of exitListeners) listener(code, lastWords);
      exitListeners.clear();
    };
    child.once('error', (error) => {
      lastWords = error.message;
      end(null);
    });
    child.once('close', end);
    return {
      onLine: (listener) => readLines(child.stdout, listener),
      onExit: (listener) => exitListeners.add(listener),
      stop: () => {
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), stopWithinMs).unref();
      },
    };
  };
