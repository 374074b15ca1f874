import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs `work` with a display: the one that is there, else a virtual one that ends with it. */
export async function withDisplay<Value>(work: () => Promise<Value>): Promise<Value> {
  if (process.env['DISPLAY'] || process.platform !== 'linux') return work();
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  const failed = once(server, 'error').then(([error]) => {
    throw new Error(`There is no display, and Xvfb could not be started (${(error as Error).message}).`);
  });
  const [number] = (await Promise.race([once(server.stdio[3] as NodeJS.ReadableStream, 'data'), failed])) as [Buffer];
  failed.catch(() => undefined);
  process.env['DISPLAY'] = `:${number.toString().trim()}`;
  try {
    return await work();
  } finally {
    delete process.env['DISPLAY'];
    server.kill('SIGTERM');
    await ended;
  }
}
