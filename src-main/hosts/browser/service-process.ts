import { spawn } from 'node:child_process';
import type { Log } from '../../console/log/log.ts';
import type { ServiceLauncher } from '../../console/sandbox/service-launcher.ts';
import { readLines } from '../line-reader.ts';

const stopWithinMs = 3_000;

/**
 * Runs Ferry Service with this same Node. Its standard input is a pipe that nobody writes to: where this process dies
 * without a word, the pipe ends and tells the service.
 */
export const createServiceLauncher =
  (file: string, log: Pick<Log, 'info'>): ServiceLauncher =>
  (flags) => {
    const child = spawn(process.execPath, [file, ...flags], { stdio: ['pipe', 'pipe', 'pipe'] });
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
