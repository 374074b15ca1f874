import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { davRequest, readInbox } from '#test/fixtures/providers/dav-requests.ts';
import type { ProviderServer, ServerName } from '#test/fixtures/providers/provider-server.ts';
import { startServer } from '#test/fixtures/providers/start-server.ts';
import { type DirectionResult, resultFile } from './direction-result.ts';
import { countBy, judgeCopy } from './judge-copy.ts';
import { endedStatuses, type Migration, type MigrationService, startMigrationService } from './migration-service.ts';
import { fillSource, type FilledSource, readCopied } from './stored-items.ts';

interface Direction {
  readonly from: ServerName;
  readonly to: ServerName;
  /** How often the process that copies is killed. */
  readonly kills: number;
}

const timeoutMs = 1_200_000;
const collections = ['people', 'office', 'tasks'];

const saveResult = (result: DirectionResult): void => {
  const file = resultFile(result.from, result.to);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
};

/** Tests one direction between two real servers with the service as it ships. */
export const testDirection = ({ from, to, kills }: Direction): void => {
  describe(`copies from ${from} to ${to}`, { tags: '@X29' }, () => {
    let source: ProviderServer;
    let destination: ProviderServer;
    let filled: FilledSource;
    let service: MigrationService;
    let result: DirectionResult;
    const login = () => ({ user: 'ada', password: source.password('ada') });
    const start = async (): Promise<Migration> => {
      const migration = await service.openMigration('ada@example.com');
      await migration.logIn(login());
      await migration.begin(collections);
      return migration;
    };
    const end = (migration: Migration) => migration.reach('PENDING_USER_INPUT', ...endedStatuses);
    /** What copies have written, by path. */
    const contents = async (): Promise<ReadonlyMap<string, string>> =>
      new Map([...(await readCopied(destination))].map(([place, { content }]) => [place, content]));

    beforeAll(async () => {
      [source, destination] = await Promise.all([startServer(from), startServer(to)]);
      filled = await fillSource(source);
      const account = { address: destination.url, user: 'ada', password: destination.password('ada') };
      service = await startMigrationService({ sourceUrl: source.url, destination: account });
    }, timeoutMs);
    afterAll(async () => {
      await service?.end();
      await Promise.all([source?.close(), destination?.close()]);
    });

    test.skipIf(from.startsWith('xandikos'))('a wrong password is refused by name', { tags: '@X29' }, async () => {
      const migration = await service.openMigration('ada@example.com');
      const state = await migration.logIn({ user: 'ada', password: 'wrong' });
      expect(state).toMatchObject({ status: 'NOT_READY', login: { trouble: 'password_refused' } });
    });

    test(
      'every item arrives once or is reported, whatever is killed or stops, and nobody is invited',
      { tags: '@X29', timeout: timeoutMs },
      async () => {
        const inbox = await readInbox(destination, 'grace');
        const migration = await start();
        let killed = 0;
        while (killed < kills) {
          // Another moment of the copy each time.
          await delay(200 + ((killed * 457) % 1_000));
          if ((await migration.state()).status !== 'WORKING') break;
          await service.kill();
          killed++;
          await migration.reach('PENDING_USER_INPUT');
          await destination.stop();
          await migration.logIn(login());
          await destination.start();
        }
        expect(endedStatuses).toContain((await end(migration)).status);
        const reported = await migration.items();
        const copied = await readCopied(destination);
        result = { from, to, kills: killed, ...(await judgeCopy(filled, reported, copied)) };
        saveResult(result);
        expect(result.missing).toEqual([]);
        expect(reported).toHaveLength(filled.items.length);
        // Each item at the destination belongs to one line of the report: there is no double.
        const places = reported.flatMap(({ place }) => (place !== null && copied.has(place) ? [place] : []));
        expect(places.toSorted()).toEqual([...copied.keys()].toSorted());
        expect(await readInbox(destination, 'grace')).toEqual(inbox);
        expect(result.hidden).toEqual([]);
        expect(killed > 0).toBe(kills > 0);
      },
    );

    test('a second run asks nothing and writes nothing', { tags: '@X29', timeout: timeoutMs }, async () => {
      const before = await contents();
      const migration = await start();
      const { status, question } = await end(migration);
      const { copied, skipped } = await migration.report();
      const doubles = (await contents()).size - before.size;
      const asked = question?.duplicates ?? 0;
      saveResult({ ...result, secondRun: `${asked} asked, ${copied} written, ${doubles} doubles, ${skipped} kept` });
      expect({ asked, copied, doubles }).toEqual({ asked: 0, copied: 0, doubles: 0 });
      expect(endedStatuses).toContain(status);
      expect(await contents()).toEqual(before);
    });

    test('an item that changed on both sides is asked about', { tags: '@X29', timeout: timeoutMs }, async () => {
      const last = await service.openMigration('ada@example.com');
      await last.logIn(login());
      await last.begin(['tasks']);
      await end(last);
      const task = (await last.items()).find(({ item, place }) => item.includes('task-30') && place !== null);
      const { item = '', place = null } = task ?? {};
      if (place === null) throw new Error('the task was not copied');
      for (const [server, path_, title] of [
        [source, item, 'Changed at the source'],
        [destination, place, 'Changed at the destination'],
      ] as const) {
        const content = await (await davRequest(server, 'ada', 'GET', path_)).text();
        const body = content.replace(/^SUMMARY:.*$/m, `SUMMARY:${title}`);
        const headers = { 'content-type': 'text/calendar; charset=utf-8' };
        expect((await davRequest(server, 'ada', 'PUT', path_, { body, headers })).ok).toBe(true);
      }
      const migration = await start();
      expect(await end(migration)).toMatchObject({ question: { duplicates: 1 } });
      await migration.answer('skip');
      await migration.reach(...endedStatuses);
      const kept = await (await davRequest(destination, 'ada', 'GET', place)).text();
      expect(kept).toContain('Changed at the destination');
    });

    test.skipIf(to !== 'cyrus')(
      'a full account is reported as having no space',
      { tags: '@X29', timeout: timeoutMs },
      async () => {
        onTestFinished(() => destination.setQuota?.('ada', 1_000_000));
        for (const place of (await contents()).keys()) await davRequest(destination, 'ada', 'DELETE', place);
        await destination.setQuota?.('ada', 1);
        const migration = await start();
        await migration.reach(...endedStatuses);
        const reasons = countBy((await migration.items()).map(({ reason }) => reason ?? ''));
        expect(reasons['no_space']).toBeGreaterThan(0);
      },
    );
  });
};
