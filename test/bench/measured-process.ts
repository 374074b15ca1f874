import { once } from 'node:events';
import path from 'node:path';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import type { FixedReply } from './servers/bare-http.ts';
import type { Usage } from './servers/measured.ts';

const preload = path.join(import.meta.dirname, 'servers', 'measured.ts');

export interface MeasuredServer {
  readonly url: string;
  /** The server's ready line, parsed as JSON. */
  readonly ready: Readonly<Record<string, unknown>>;
  readonly usage: () => Promise<Usage>;
  readonly stop: () => Promise<void>;
}

/** Starts a Node program with the usage reporter preloaded. `first` is sent to the program as soon as it starts. */
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

export const startBareServer = (replies: readonly FixedReply[]): Promise<MeasuredServer> =>
  startMeasured(path.join(import.meta.dirname, 'servers', 'bare-http.ts'), [], { replies });
