import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { isPostgres, makeReadyDatabase } from '#service/testing/test-data.ts';
import { builtService } from '#test/fixtures/system/built-programs.ts';

export interface ServiceLine {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly pid: number;
  readonly opsUrl?: string;
}

/** Output of `restore --check`. */
export interface DataCheckResult {
  readonly reaches: string;
  readonly lostMs: number;
  readonly tables: Record<string, { rows: number; sha256: string }>;
}

interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProcess {
  readonly line: ServiceLine;
  readonly child: ChildProcess;
  /** Everything written so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Sends the signal and waits for the exit. */
  end(signal?: NodeJS.Signals): Promise<Finished>;
}

interface RunOptions {
  /** A wrapper program for Node, such as `prlimit`, with its arguments. */
  readonly around?: readonly string[];
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Path of another version of the service. */
  readonly program?: string;
}

/** Unpacks the previous version inside the project, because it imports packages from `node_modules`. */
const unpackEarlierService = (): string => {
  const folder = join(projectRoot, '.cache', 'earlier-service');
  const program = join(folder, 'service.mjs');
  const temporary = join(folder, `${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(temporary, gunzipSync(readFileSync(join(import.meta.dirname, '../earlier-service/service.mjs.gz'))));
  renameSync(temporary, program);
  return program;
};

let earlierProgram: string | undefined;
/** The previous version, stored in `test/earlier-service`. */
export const earlier: RunOptions = {
  get program() {
    return (earlierProgram ??= unpackEarlierService());
  },
};

/** Runs the service from its sources, which shows the loaded modules and packages. */
export const sourceRunOptions: RunOptions = { program: join(import.meta.dirname, '../../src-service/cli/main.ts') };

/** Standard error goes to standard output, so that `stdout` shows the order of both. */
export const oneStream: RunOptions = { around: ['sh', '-c', 'exec "$@" 2>&1', 'sh'] };

/** The PostgreSQL database used in place of each folder. */
const databases = new Map<string, Promise<string>>();

/** Returns the address of the database used in place of a folder. */
export const databaseOf = (folder: string): Promise<string> => {
  const database = databases.get(folder) ?? makeReadyDatabase();
  databases.set(folder, database);
  return database;
};

/** Adapts arguments to this run's store: with PostgreSQL, a database is used in place of each folder. */
const placed = async (args: readonly string[]): Promise<readonly string[]> => {
  if (!isPostgres || args.some((arg) => arg.startsWith('--database-url'))) return args;
  const at = args.indexOf('--data');
  if (at < 0) return [...args, '--database-url', await makeReadyDatabase()];
  return args.toSpliced(at, 2, '--database-url', await databaseOf(args[at + 1] ?? ''));
};

/** Starts the service program and returns immediately, before the service is ready. */
export const startProcess = (
  args: readonly string[],
  { around = [], environment, program = builtService }: RunOptions = {},
) => {
  const [command = process.execPath, ...rest] = [...around, process.execPath, program, ...args];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finishedEvent = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  return { child, finished: finishedEvent, output: () => ({ stdout, stderr }) };
};

/** Runs the service program until it exits. */
export const runToEnd = async (args: readonly string[], options: RunOptions = {}): Promise<Finished> =>
  startProcess(await placed(args), options).finished;

/** Starts the service and waits for its ready line. */
export const runService = async (args: readonly string[], options: RunOptions = {}): Promise<RunningProcess> => {
  const { child, finished, output } = startProcess(await placed(args), options);
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => output().stdout.includes('\n') && resolve());
  });
  await Promise.race([ready, finished]);
  const { stdout, stderr } = output();
  if (!stdout.includes('\n')) throw new Error(`the service did not start: ${stderr}`);
  return {
    line: JSON.parse(stdout) as ServiceLine,
    child,
    output,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return finished;
    },
  };
};

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends JSON to a running service; `bearer` defaults to its key. */
export const callService = async (
  { url, apiKey }: ServiceLine,
  path: string,
  { bearer = apiKey, body }: { bearer?: string; body?: unknown } = {},
): Promise<Reply> => {
  const reply = await fetch(path.startsWith('http') ? path : `${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};
