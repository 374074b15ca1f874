import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Log } from '../../console/log/log.ts';
import type { ServiceLauncher } from '../../console/sandbox/service-launcher.ts';
import { readLines } from '../line-reader.ts';

const stopWithinMs = 3_000;

/**
 * Runs Ferry Service with this same Node. The channel between the two carries nothing: where this process dies without
 * a word, the channel ends, and the service with it.
 */
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
    const exited = new Set<(code: number | null, lastWords: string) => void>();
    const end = (code: number | null) => {
      for (const listener of exited) listener(code, lastWords);
      exited.clear();
    };
    child.once('error', (error) => {
      lastWords = error.message;
      end(null);
    });
    child.once('close', end);
    return {
      onLine: (listener) => readLines(child.stdout, listener),
      onExit: (listener) => exited.add(listener),
      stop: () => {
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), stopWithinMs).unref();
      },
    };
  };
