import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '#build/launch/base/project-root.ts';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const running = new Set<RunningCommand>();
/** Commands lead their own process groups, so a stopped test run must stop them itself. */
const endAll = (): void => {
  for (const command of running) command.end();
};
process.once('exit', endAll);
process.once('SIGTERM', () => {
  endAll();
  process.exit(143);
});

/** A program under test and the output it has written so far. It leads its own process group, like a shell job. */
export class RunningCommand implements Disposable {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly #ended: Promise<CommandEnd>;

  constructor(file: string, args: readonly string[], { cwd = projectRoot, env = {} }: CommandOptions = {}) {
    this.child = spawn(file, [...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    running.add(this);
    this.child.once('close', () => running.delete(this));
    this.#ended = once(this.child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The command did not start.');
    return this.child.pid;
  }

  /**
   * Resolves when the command has exited and its output streams are closed. After `limitMs` it kills the command and
   * rejects.
   */
  ending(limitMs = 180_000): Promise<CommandEnd> {
    return this.#within(this.#ended, limitMs, 'its end');
  }

  /** Resolves with the first match in the output. Rejects if the command exits without a match, or after `limitMs`. */
  async output(pattern: RegExp, from: 'stdout' | 'stderr' = 'stdout', limitMs = 180_000): Promise<RegExpMatchArray> {
    const found = new Promise<RegExpMatchArray>((resolve, reject) => {
      const checkOutput = () => {
        const match = pattern.exec(this[from]);
        if (match) resolve(match);
        return match !== null;
      };
      if (checkOutput()) return;
      this.child[from]?.on('data', checkOutput);
      void this.#ended.then(({ code, signal }) =>
        checkOutput()
          ? undefined
          : reject(new Error(`It ended (${code ?? signal}) before ${pattern}.\n${this.#transcript()}`)),
      );
    });
    return this.#within(found, limitMs, String(pattern));
  }

  /** Sends SIGINT to the whole process group, as Ctrl+C in a terminal does. */
  pressCtrlC(): void {
    process.kill(-this.pid, 'SIGINT');
  }

  /** Kills the command and its process group in any state; for the end of a test. */
  end(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // The process group has already exited.
    }
  }

  [Symbol.dispose](): void {
    this.end();
  }

  async #within<Value>(waiting: Promise<Value>, limitMs: number, what: string): Promise<Value> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.end();
        reject(new Error(`Nothing came of ${what} within ${limitMs} ms.\n${this.#transcript()}`));
      }, limitMs);
    });
    try {
      return await Promise.race([waiting, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  #transcript(): string {
    return `--- standard output\n${this.stdout}\n--- standard error\n${this.stderr}`;
  }
}

/** Runs `npm run --silent <script> -- <args>`, as a user types it. */
export const npmRun = (script: string, args: readonly string[], options?: CommandOptions): RunningCommand =>
  new RunningCommand('npm', ['run', '--silent', script, '--', ...args], options);
