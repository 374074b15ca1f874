import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { hasDovecot, startDovecot } from '#test/fixtures/providers/dovecot-server.ts';
import { fillMailbox, linesOf, readMailbox } from '#test/fixtures/providers/mailbox.ts';
import { hasMbsync, runMbsync } from '#test/fixtures/providers/mbsync.ts';
import { endedStatuses, startMigrationService } from './migration-service.ts';

const kills = 3;

/** Downloads an account with mbsync. Returns the digest of each message, without the header that mbsync adds. */
const readWithMbsync = (port: number, user: string): readonly string[] =>
  runMbsync({ port, user }, 'folder', (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\/(?:cur|new)$/.test(file.parentPath))
      .map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1').replace(/^X-TUID: .*\r?\n/m, ''))
      .map((content) => createHash('sha256').update(content).digest('hex'))
      .toSorted(),
  );

test.skipIf(!hasDovecot)(
  'a mailbox with a message of 20 MB arrives once despite kills, as mbsync confirms',
  { tags: ['@X29', '@F51'], timeout: 900_000 },
  async ({ skip }) => {
    const [source, destination] = await Promise.all([startDovecot(), startDovecot()]);
    onTestFinished(async () => void (await Promise.all([source.close(), destination.close()])));
    await fillMailbox(source.port, { count: 300, largeBytes: 15_000_000 });
    const server = (port: number) => ({ kind: 'imap', host: '127.0.0.1', port, tls: 'none' });
    const service = await startMigrationService({
      sourceUrl: server(source.port),
      destination: { ...server(destination.port), sign_in: 'end_user' },
    });
    onTestFinished(() => service.end());
    const ada = { user: 'ada', password: 'secret' };
    const migration = await service.openMigration('ada@example.com');
    expect(await migration.logIn({ ...ada, password: 'wrong' }, ada)).toMatchObject({
      login: { trouble: 'password_refused' },
    });
    const consent = await migration.logIn(ada, ada);
    expect(consent.progress).toContainEqual(
      expect.objectContaining({ kind: 'messages', name: 'INBOX', total: 300, state: 'waiting' }),
    );
    await migration.startCopy();
    let killed = 0;
    for (; killed < kills && (await migration.state()).status === 'WORKING'; killed++) {
      await delay(300 + killed * 500);
      await service.kill();
      await migration.reach('PENDING_USER_INPUT', ...endedStatuses);
      await migration.logIn(ada, ada);
    }
    expect(await migration.reach(...endedStatuses)).toMatchObject({ status: 'COMPLETE' });
    expect(killed).toBeGreaterThan(0);
    const [sent, copied] = [await readMailbox(source.port, 'ada'), await readMailbox(destination.port, 'ada')];
    expect(linesOf(copied)).toEqual(linesOf(sent));
    const items = await migration.items();
    expect(items.map(({ place }) => place).toSorted()).toEqual(copied.map(({ place }) => place).toSorted());
    expect(await migration.report()).toMatchObject({ copied: sent.length, altered: 0, failed: 0, pending: 0 });
    skip(!hasMbsync, 'needs the Debian package isync');
    const confirmed = readWithMbsync(destination.port, 'ada');
    expect(confirmed).toHaveLength(sent.length);
    expect(confirmed).toEqual(readWithMbsync(source.port, 'ada'));
  },
);
