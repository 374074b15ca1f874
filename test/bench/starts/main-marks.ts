import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Program } from './watched-process.ts';

/** Moments of a start, in milliseconds of the process's own clock; `ready` and `load` in Electron only. */
interface Marks {
  readonly start: number;
  readonly started: number;
  readonly ready?: number;
  readonly load?: number;
}

/** Runs a program with a preloaded script that prints its marks, and ends it. */
async function marksOf({ command, args, env }: Program, preload: string): Promise<Marks> {
  const child = spawn(command, [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env, NODE_OPTIONS: `--require ${path.join(import.meta.dirname, preload)}` },
  });
  const exited = once(child, 'exit');
  try {
    const lines = createInterface({ input: child.stdout });
    const ended = exited.then(() => {
      throw new Error(`${command} ended before it told its marks.`);
    });
    ended.catch(() => undefined);
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
    return (JSON.parse(line) as { marks: Marks }).marks;
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/**
 * Milliseconds that the main process spends on the console's own program before its window loads: evaluating it, and
 * from Electron's `ready` to the load. What is waited for in that second part counts too.
 */
export async function electronMainTime(program: Program): Promise<number> {
  const { start, started, ready = 0, load = 0 } = await marksOf(program, 'main-marks.cjs');
  return started - start + (load - ready);
}

/** Milliseconds from the end of Node's own start to the line that says that the browser host is ready. */
export async function nodeMainTime(program: Program): Promise<number> {
  const { start, started } = await marksOf(program, 'node-marks.cjs');
  return started - start;
}
