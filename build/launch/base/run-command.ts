import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { killGroup } from './kill-group.ts';
import { projectRoot } from './project-root.ts';

const running = new Set<ChildProcess>();
const interruptedCode = 130;
let isInterrupted = false;
/** If false, programs stay in this process's group, so that Ctrl+C in a terminal reaches them directly. */
let endsOnSignal = false;

/** Runs a program and passes its output to `say` line by line. Resolves with the exit code, or 1 after a signal. */
export async function runCommand(
  [file = '', ...args]: readonly string[],
  say: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<number> {
  if (isInterrupted) return new Promise(() => {}); // don't start programs while this process is shutting down
  const child = spawn(file, args, {
    cwd: projectRoot,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: endsOnSignal && process.platform !== 'win32', // a separate process group, which a single signal can end
  });
  running.add(child);
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', say);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  } catch (error) {
    say(`${file} couldn't be run: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    running.delete(child);
  }
}

/** After Ctrl+C or SIGTERM, ends every running program with its child processes, then this process. */
export function endCommandsOnSignal(): void {
  endsOnSignal = true;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isInterrupted = true;
      for (const child of running) killGroup(child, 'SIGTERM');
      setTimeout(() => {
        for (const child of running) killGroup(child, 'SIGKILL');
        process.exit(interruptedCode);
      }, 1_000);
    });
  }
}
