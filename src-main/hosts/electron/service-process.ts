import { utilityProcess } from 'electron';
import type { Readable } from 'node:stream';
import type { Log } from '../../console/log/log.ts';
import type { ServiceLauncher } from '../../console/sandbox/service-launcher.ts';
import { readLines } from '../line-reader.ts';

const stopWithinMs = 3_000;

/** Runs Ferry Service in a utility process: it needs no second Node, and the fuse against `runAsNode` may stay on. */
export const createServiceLauncher =
  (file: string, log: Pick<Log, 'info'>): ServiceLauncher =>
  (flags) => {
    const child = utilityProcess.fork(file, [...flags], { stdio: 'pipe', serviceName: 'Ferry Service' });
    let lastWords = '';
    if (child.stderr) {
      readLines(child.stderr as Readable, (line) => {
        lastWords = line;
        log.info(`sandbox: ${line}`);
      });
    }
    return {
      onLine: (listener) => {
        if (child.stdout) readLines(child.stdout as Readable, listener);
      },
      onExit: (listener) => child.once('exit', (code) => listener(code, lastWords)),
      stop: () => {
        const { pid } = child;
        child.kill();
        setTimeout(() => {
          if (pid !== undefined && child.pid === pid) process.kill(pid, 'SIGKILL');
        }, stopWithinMs).unref();
      },
    };
  };
