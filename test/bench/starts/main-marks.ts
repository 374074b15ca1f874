import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { connectDevtools } from './devtools.ts';
import { debuggerAddress, type Program } from './watched-process.ts';

/** Moments of a start, in milliseconds of the process's own clock; `ready` and `load` in Electron only. */
interface Marks {
  readonly start: number;
  readonly started: number;
  readonly ready?: number;
  readonly load?: number;
}

const beforeLoad = ({ start, started, ready = 0, load = 0 }: Marks): number => started - start + (load - ready);

const preloaded = (name: string): string => path.join(import.meta.dirname, name);

/** Runs a program until it prints its marks, and ends it. */
async function marksOf({ command, args, env }: Program, lead?: (child: ChildProcess) => Promise<void>): Promise<Marks> {
  const stdio = ['ignore', 'pipe', lead ? 'pipe' : 'ignore'] as const;
  const child = spawn(command, [...args], { stdio: [...stdio], env: { ...process.env, ...env } });
  const exited = once(child, 'exit');
  try {
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const ended = exited.then(() => {
      throw new Error(`${command} ended before it told its marks.`);
    });
    ended.catch(() => undefined);
    const line = once(lines, 'line');
    await lead?.(child);
    return (JSON.parse(((await Promise.race([line, ended])) as [string])[0]) as { marks: Marks }).marks;
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** The same with a script that Node preloads. */
const preloadedMarks = (program: Program, script: string): Promise<Marks> =>
  marksOf({ ...program, env: { ...program.env, NODE_OPTIONS: `--require ${preloaded(script)}` } });

/** Stops before the program's first line, runs the script there, and lets it go on without a debugger. */
async function leadByInspector(child: ChildProcess): Promise<void> {
  const inspector = await connectDevtools(await debuggerAddress(child, 'Debugger'));
  const paused = new Promise<string>((resolve) =>
    inspector.listen(({ method, params }) => {
      const [top] = (params['callFrames'] ?? []) as readonly { readonly callFrameId: string }[];
      if (method === 'Debugger.paused' && top) resolve(top.callFrameId);
    }),
  );
  await inspector.send('Runtime.enable');
  await inspector.send('Debugger.enable');
  await inspector.send('Runtime.runIfWaitingForDebugger');
  const expression = await readFile(preloaded('main-marks.cjs'), 'utf8');
  await inspector.send('Debugger.evaluateOnCallFrame', { callFrameId: await paused, expression: `{${expression}}` });
  await inspector.send('Debugger.disable');
  inspector.close();
}

/**
 * Milliseconds that the main process spends on the console's own program before its window loads: evaluating it, and
 * from Electron's `ready` to the load. What is waited for in that second part counts too.
 */
export async function electronMainTime(program: Program): Promise<number> {
  return beforeLoad(await preloadedMarks(program, 'main-marks.cjs'));
}

/** The same of an installed console: its fuses refuse a preloaded script, but those of a test build let a debugger in. */
export async function installedMainTime(program: Program): Promise<number> {
  const args = ['--inspect-brk=0', ...program.args];
  return beforeLoad(await marksOf({ ...program, args }, leadByInspector));
}

/** Milliseconds from the end of Node's own start to the line that says that the browser host is ready. */
export async function nodeMainTime(program: Program): Promise<number> {
  const { start, started } = await preloadedMarks(program, 'node-marks.cjs');
  return started - start;
}
