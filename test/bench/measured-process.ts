import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { FixedReply } from './servers/bare-http.ts';
import type { Usage } from './servers/measured.ts';

const preload = path.join(import.meta.dirname, 'servers', 'measured.ts');

/** A server in its own process that reports its resource usage. */
export interface MeasuredServer {
  readonly url: string;
  /** The JSON of its ready line. */
  readonly ready: Readonly<Record<string, unknown>>;
  readonly usage: () => Promise<Usage>;
  readonly stop: () => Promise<void>;
}

/** Parses the first line of standard output as JSON. Rejects with standard error if the process exits first. */
async function readyLine(child: ChildProcess, what: string): Promise<{ url: string }> {
  let errors = '';
  child.stderr?.on('data', (bytes: Buffer) => (errors = (errors + bytes.toString()).slice(-2_000)));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`${what} ended with ${String(code)} before it was ready:\n${errors}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), exit])) as [string];
  exit.catch(() => undefined);
  return JSON.parse(line) as { url: string };
}

/** Starts a Node program with the usage reporter preloaded. Sends it `first` immediately. */
export async function startMeasured(
  file: string,
  args: readonly string[] = [],
  first?: { readonly replies: readonly FixedReply[] },
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, ['--import', preload, file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
  });
  if (first) child.send(first);
  const ready = await readyLine(child, path.basename(file));
  return {
    url: ready.url,
    ready: { ...ready },
    usage: async () => {
      child.send('usage');
      const [{ usage }] = (await once(child, 'message')) as [{ usage: Usage }];
      return usage;
    },
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Starts a bare node:http server that sends these replies from memory. */
export const startBareServer = (replies: readonly FixedReply[]): Promise<MeasuredServer> =>
  startMeasured(path.join(import.meta.dirname, 'servers', 'bare-http.ts'), [], { replies });
