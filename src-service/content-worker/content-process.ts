import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { TaskReply } from './serve-tasks.ts';
import { splitRequest, type TaskRequest } from './split-request.ts';

/** Limit of V8's old generation. The largest list and a card with a 10 MiB photo stay below this limit. */
const heapMiB = 48;
/** Unix niceness: 0 is normal, 19 the lowest priority. */
const lowPriority = 5;

export interface ContentProcess {
  send(request: TaskRequest): void;
  kill(): void;
}

export interface ContentProcessOptions {
  readonly program?: string | undefined;
  readonly onReply: (reply: TaskReply) => void;
  /** Called once. The error is set if the process never started. */
  readonly onExit: (error?: Error) => void;
}

const programFile = (): string =>
  import.meta.filename.endsWith('.ts')
    ? path.join(import.meta.dirname, '../content-program.ts')
    : path.join(import.meta.dirname, '../content/main.mjs');

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, lowPriority);
  } catch {}
};

const sendOneByOne = async (child: ChildProcess, messages: ReturnType<typeof splitRequest>): Promise<void> => {
  for (const message of messages)
    if (child.connected) await new Promise<void>((resolve) => void child.send(message, () => resolve()));
};

/** A child process, not a thread: V8 ends the whole process when one allocation exceeds a thread's `resourceLimits`. */
export const startContentProcess = ({
  program = programFile(),
  onReply,
  onExit,
}: ContentProcessOptions): ContentProcess => {
  const child = fork(program, {
    env: {},
    execArgv: [`--max-old-space-size=${heapMiB}`, '--max-semi-space-size=4', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', (reply) => onReply(reply as TaskReply));
  child.once('error', onExit);
  child.once('exit', () => onExit());
  lowerPriority(child.pid);
  // The process doesn't keep the service alive, and exits with the service.
  child.unref();
  child.channel?.unref();
  return {
    send: (request) => void sendOneByOne(child, splitRequest(request)),
    kill: () => void child.kill('SIGKILL'),
  };
};
