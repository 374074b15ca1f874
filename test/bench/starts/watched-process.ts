import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { connectDevtools } from './devtools.ts';
import { type Beacons, watchPages } from './page-beacons.ts';

const startWithinMs = 60_000;
const endWithinMs = 10_000;

/** An opened window: milliseconds from its spawn to each beacon. */
export interface OpenedWindow<Beacon extends string> {
  readonly painted: Readonly<Record<Beacon, number>>;
  /** The root of the process tree. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const now = (): number => performance.timeOrigin + performance.now();

/** Waits for the DevTools URL that the program prints. */
async function devtoolsUrl(child: ChildProcess): Promise<string> {
  let output = '';
  const lines = createInterface({ input: child.stderr as NodeJS.ReadableStream });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      output = `${output}${line}\n`.slice(-2_000);
      const url = /^DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${String(code)}:\n${output}`)));
  });
}

/**
 * Starts a program with an open DevTools port and waits for these beacons in its first page. If one is missing after a
 * minute, stops the program and rejects.
 */
export async function openWatched<Beacon extends string>(
  { command, args, env }: Program,
  wanted: Beacons<Beacon>,
): Promise<OpenedWindow<Beacon>> {
  const startedAt = now();
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  child.stdout.resume();
  const exitedEvent = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
    await exitedEvent;
    clearTimeout(killer);
  };
  try {
    const devtools = await connectDevtools(await devtoolsUrl(child));
    const times = await watchPages(devtools, wanted);
    const all = Promise.all(
      Object.entries<Promise<number>>(times).map(async ([name, at]) => [name, (await at) - startedAt] as const),
    );
    const late = wait(startWithinMs, undefined, { ref: false }).then(() => {
      throw new Error(`${command} did not show ${Object.keys(wanted).join(', ')} within 60 s.`);
    });
    const painted = Object.fromEntries(await Promise.race([all, late])) as Record<Beacon, number>;
    return { painted, pid: child.pid ?? 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
