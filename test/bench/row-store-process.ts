import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RowStoreAnswer, RowStoreAsk } from './servers/row-store.ts';

interface RowStoreProcess {
  readonly ask: (what: RowStoreAsk) => Promise<RowStoreAnswer>;
  readonly stop: () => Promise<void>;
}

export function startRowStore(rows = 100_000): RowStoreProcess {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-rows-'));
  const program = path.join(import.meta.dirname, 'servers', 'row-store.ts');
  const child = fork(program, [folder, String(rows)], { execArgv: ['--expose-gc'] });
  const exit = once(child, 'exit').then(() => {
    throw new Error('The row store ended.');
  });
  exit.catch(() => undefined);
  return {
    ask: async (what) => {
      child.send(what);
      const [reported] = (await Promise.race([once(child, 'message'), exit])) as [RowStoreAnswer];
      return reported;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exit.catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
