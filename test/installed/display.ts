import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a virtual display that every local user can connect to. */
export async function openDisplay(): Promise<{ readonly name: string; readonly close: () => void }> {
  const flags = ['-displayfd', '3', '-ac', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const server: ChildProcess = spawn('Xvfb', flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { name: `:${number.toString().trim()}`, close: () => void server.kill('SIGTERM') };
}
