import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy, pairOf } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import { imapDestination } from '#service/providers/imap/imap-destination.ts';
import { imapSource } from '#service/providers/imap/imap-source.ts';
import { newLogin } from '#service/providers/login.ts';
import { openServiceStore } from '#service/store/sqlite/sqlite-store.ts';
import { hasDovecot, startDovecot } from '#test/fixtures/providers/dovecot-server.ts';
import { fillMailbox } from '#test/fixtures/providers/mailbox.ts';
import { hasMbsync, runMbsync } from '#test/fixtures/providers/mbsync.ts';
import type { Benchmark } from '#test/bench/benchmark.ts';
import { compare, inUnit } from '#test/bench/comparison.ts';
import { withScratchFolder } from '#test/bench/starts/scratch-folder.ts';

const count = 500;
const rules = { allowLoopback: true };
const { signal } = new AbortController();
const serverOf = (port: number) => ({ kind: 'imap', host: '127.0.0.1', port, tls: 'none' }) as const;

export const copyMail: Benchmark = {
  id: 'copy-mail',
  title: 'Service: time of a copy of mail between two Dovecot servers, proof included / mbsync without a proof',
  run: async ({ pairs, dropped, say }) => {
    if (!hasDovecot || !hasMbsync)
      return [{ name: 'copy-mail', figures: {}, skipReason: 'dovecot-imapd and isync are not installed here' }];
    const [source, destination] = await Promise.all([startDovecot(), startDovecot()]);
    const content = createContentWorker();
    try {
      await fillMailbox(source.port, { count });
      return await withScratchFolder(async (folder) => {
        const store = openServiceStore(folder);
        const items = store.copiedItems;
        let round = 0;
        const copy = async (): Promise<number> => {
          const user = `ferry-${round++}`;
          const startedAt = performance.now();
          const settings = { name: 'Dovecot', category: 'other', ...serverOf(source.port) } as const;
          const login = { userName: 'ada', password: 'secret' };
          const { found } = await imapSource(settings, { rules }).logIn(newLogin(), login, 0);
          if (found === undefined) throw new Error('no account');
          const { account, collections } = found;
          const target = imapDestination(
            { address: '', user, password: 'secret', isShared: false },
            serverOf(destination.port),
            { rules },
          );
          const pair = pairOf({ organization: 1, migrationId: user }, account, target);
          const times = { source: 0, destination: 0 };
          const job = { pair, account, destination: target, items, content, signal, now: async () => 1, times };
          await createCopy(newCopy(account.id, collections), job).run();
          const elapsedMs = performance.now() - startedAt;
          const pending = (await items.counts(user)).filter(({ state }) => state !== 'copied');
          if (pending.length > 0) throw new Error(`not all were copied: ${JSON.stringify(pending)}`);
          return elapsedMs;
        };
        const mbsync = async (): Promise<number> => {
          const startedAt = performance.now();
          runMbsync(
            { port: source.port, user: 'ada' },
            { port: destination.port, user: `mbsync-${round++}` },
            () => {},
          );
          return performance.now() - startedAt;
        };
        const comparison = {
          name: `Dovecot to Dovecot, ${count} messages`,
          goal: 1.1,
          sides: ['copy', 'mbsync'],
          format: inUnit('s', 2, 1_000),
        } as const;
        const onRound = (done: number, of: number): void => say(`mail: round ${done} of ${of}`);
        try {
          return [
            await compare(comparison, { subject: copy, base: mbsync, control: mbsync }, { pairs, dropped, onRound }),
          ];
        } finally {
          await store.close();
        }
      });
    } finally {
      content.stop();
      await Promise.all([source.close(), destination.close()]);
    }
  },
};
