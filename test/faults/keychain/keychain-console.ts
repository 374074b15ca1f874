import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome } from '#shared/app-error.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ArgsOf, ResultOf } from '#shared/console-contract/types.ts';

interface Answer {
  readonly id: number;
  readonly outcome: unknown;
  readonly ms: number;
}

/** The process's file operations since the previous query. */
interface FileWork {
  readonly rounds: number;
  readonly longestMs: number;
}

/** A console in its own process, with the keychain of `env`. */
export interface KeychainConsole {
  readonly userDataDir: string;
  readonly call: <Topic extends keyof Calls, Verb extends keyof Calls[Topic] & string>(
    topic: Topic,
    verb: Verb,
    args: ArgsOf<Calls[Topic][Verb]>,
  ) => Promise<{ readonly outcome: Outcome<ResultOf<Calls[Topic][Verb]>>; readonly ms: number }>;
  readonly fileWork: () => Promise<FileWork>;
  readonly close: () => Promise<void>;
}

/**
 * @param deadlineMs how long a keychain call may take
 * @param userDataDir an earlier console's folder, to reuse its settings
 */
export async function startKeychainConsole(
  env: NodeJS.ProcessEnv,
  deadlineMs: number,
  userDataDir?: string,
): Promise<KeychainConsole> {
  const program = path.join(import.meta.dirname, 'keychain-program.ts');
  const child = spawn(
    process.execPath,
    [program, String(deadlineMs), ...(userDataDir === undefined ? [] : [userDataDir])],
    {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  const answerTo = (id: number) => new Promise<Answer>((resolve) => waiting.set(id, resolve));
  const started = answerTo(0);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  const ask = (topic: string, verb: string, args: unknown): Promise<Answer> => {
    const id = (lastId += 1);
    child.stdin.write(`${JSON.stringify({ id, topic, verb, args })}\n`);
    return answerTo(id);
  };
  return {
    userDataDir: String((await started).outcome),
    call: (topic, verb, args) => ask(topic, verb, args) as never,
    fileWork: async () => (await ask('', 'files', {})).outcome as FileWork,
    close: () => {
      child.kill('SIGKILL');
      return exit;
    },
  };
}
