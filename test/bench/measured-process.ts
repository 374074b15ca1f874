import { once } from 'node:events';
import path from 'node:path';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
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

/** Starts a Node program with the usage reporter preloaded. Sends it `first` immediately. */
export async function startMeasured(
  file: string,
  args: readonly string[] = [],
  first?: { readonly replies: readonly FixedReply[] },
): Promise<MeasuredServer> {
  const { ready, child, stop } = await startUntilReady<{ url: string }>(
    process.execPath,
    ['--import', preload, file, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
    },
    (started) => void (first && started.send(first)),
  );
  return {
    url: ready.url,
    ready: { ...ready },
    usage: async () => {
      child.send('usage');
      const [{ usage }] = (await once(child, 'message')) as [{ usage: Usage }];
      return usage;
    },
    stop: async () => void (await stop()),
  };
}

/** Starts a bare node:http server that sends these replies from memory. */
export const startBareServer = (replies: readonly FixedReply[]): Promise<MeasuredServer> =>
  startMeasured(path.join(import.meta.dirname, 'servers', 'bare-http.ts'), [], { replies });
