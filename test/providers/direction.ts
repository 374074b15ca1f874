import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { davRequest, readInbox } from '#test/fixtures/providers/dav-requests.ts';
import type { ProviderServer, ServerName } from '#test/fixtures/providers/provider-server.ts';
import { type DirectionResult, resultFile } from './direction-result.ts';
import { countBy, judgeCopy } from './judge-copy.ts';
import { endedStatuses, type Migration, type MigrationService, startMigrationService } from './migration-service.ts';
import { createServerPool, type ServerPool } from './server-pool.ts';
import { deleteCopied, type FilledSource, readCopied } from './stored-items.ts';

export interface Direction {
  readonly from: ServerName;
  readonly to: ServerName;
  /** How often the copying process is killed. */
  readonly kills: number;
}

const timeoutMs = 1_200_000;
const collections = ['people', 'office', 'tasks'];
/** Slightly longer than a copy waits for a response. */
const hangMs = 32_000;

const saveResult = (result: DirectionResult): void => {
  const file = resultFile(result.from, result.to);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
};

/** Tests one direction between two real servers with the built service. */
const testDirection = ({ from, to, kills }: Direction, pool: ServerPool, hangs: boolean): void => {
  describe(`copies from ${from} to ${to}`, { tags: '@X29', timeout: timeoutMs }, () => {
    let source: ProviderServer;
    let destination: ProviderServer;
    let filled: FilledSource;
    let service: MigrationService;
    /** Undefined if the first copy failed. */
    let result: DirectionResult | undefined;
    const login = () => ({ user: 'ada', password: source.password('ada') });
    const start = async (names = collections): Promise<Migration> => {
      const migration = await service.openMigration('ada@example.com');
      await migration.logIn(login());
      await migration.startCopy(names);
      return migration;
    };
    const end = (migration: Migration) => migration.reach('PENDING_USER_INPUT', ...endedStatuses);
    /** Kills the copying process repeatedly until the migration finishes. Returns the number of kills. */
    const killUntilEnd = async (migration: Migration, maxKills: number): Promise<number> => {
      let killed = 0;
      while (killed < maxKills) {
        // Each kill hits a different moment of the copy.
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
      return killed;
    };
    /** The copied items' contents, by path. */
    const contents = async (): Promise<ReadonlyMap<string, string>> =>
      new Map([...(await readCopied(destination))].map(([place, { content }]) => [place, content]));

    beforeAll(async () => {
      destination = await pool.destination(to);
      ({ server: source, filled } = await pool.source(from));
      const account = { address: destination.url, user: 'ada', password: destination.password('ada') };
      service = await startMigrationService({ sourceUrl: source.url, destination: account });
    }, timeoutMs);
    afterAll(() => service?.end());

    test.skipIf(from.startsWith('xandikos'))('a wrong password has its own error', async () => {
      const migration = await service.openMigration('ada@example.com');
      const state = await migration.logIn({ user: 'ada', password: 'wrong' });
      expect(state).toMatchObject({ status: 'NOT_READY', login: { trouble: 'password_refused' } });
    });

    test('despite kills and stops, every item arrives once or is reported, and no one is invited', async () => {
      const inbox = await readInbox(destination, 'grace');
      const migration = await start();
      const killed = await killUntilEnd(migration, kills);
      const reported = await migration.items();
      const copied = await readCopied(destination);
      result = { from, to, kills: killed, ...(await judgeCopy(filled, reported, copied)) };
      saveResult(result);
      expect(result.missing).toEqual([]);
      expect(reported).toHaveLength(filled.items.length);
      // Each item at the destination appears in one report line, so there are no duplicates.
      const places = reported.flatMap(({ place }) => (place !== null && copied.has(place) ? [place] : []));
      expect(places.toSorted()).toEqual([...copied.keys()].toSorted());
      expect(await readInbox(destination, 'grace')).toEqual(inbox);
      expect(result.hidden).toEqual([]);
      expect(killed > 0).toBe(kills > 0);
    });

    test('a second run asks no questions and writes nothing', async () => {
      const before = await contents();
      const migration = await start();
      const { status, question } = await end(migration);
      const { copied, skipped } = await migration.report();
      const doubles = (await contents()).size - before.size;
      const duplicates = question?.duplicates ?? 0;
      if (result !== undefined) {
        const secondRun = `${duplicates} questions, ${copied} copied, ${doubles} duplicates, ${skipped} skipped`;
        result = { ...result, secondRun };
        saveResult(result);
      }
      expect({ duplicates, copied, doubles }).toEqual({ duplicates: 0, copied: 0, doubles: 0 });
      expect(endedStatuses).toContain(status);
      expect(await contents()).toEqual(before);
    });

    test('two migrations of one end user write each item once, even if the destination hangs', async () => {
      const before = await contents();
      await deleteCopied(destination);
      const migrations = [await start(['tasks']), await start(['tasks'])];
      if (hangs) {
        destination.hang();
        await delay(hangMs);
        destination.recover();
      }
      for (const migration of migrations) {
        expect(await end(migration)).toMatchObject({ status: 'COMPLETE' });
        expect(await migration.report()).toMatchObject({ failed: 0 });
      }
      const tasks = [...before.keys()].filter((place) => before.get(place)?.includes('BEGIN:VTODO'));
      expect([...(await contents()).keys()].toSorted()).toEqual(tasks.toSorted());
    });

    test('an item that changed on both sides leads to a question', async () => {
      const last = await start(['tasks']);
      await end(last);
      const task = (await last.items()).find(({ item, place }) => item.includes('task-30') && place !== null);
      const { item = '', place = null } = task ?? {};
      if (place === null) throw new Error('the task was not copied');
      const put = async (server: ProviderServer, path_: string, body: string): Promise<void> => {
        const headers = { 'content-type': 'text/calendar; charset=utf-8' };
        expect((await davRequest(server, 'ada', 'PUT', path_, { body, headers })).ok).toBe(true);
      };
      const original = await (await davRequest(source, 'ada', 'GET', item)).text();
      // Restores the source for the next direction.
      onTestFinished(() => put(source, item, original));
      for (const [server, path_, title] of [
        [source, item, 'Changed at the source'],
        [destination, place, 'Changed at the destination'],
      ] as const) {
        const content = await (await davRequest(server, 'ada', 'GET', path_)).text();
        await put(server, path_, content.replace(/^SUMMARY:.*$/m, `SUMMARY:${title}`));
      }
      const migration = await start(['tasks']);
      expect(await end(migration)).toMatchObject({ question: { duplicates: 1 } });
      await migration.answer('skip');
      await migration.reach(...endedStatuses);
      const stored = await (await davRequest(destination, 'ada', 'GET', place)).text();
      expect(stored).toContain('Changed at the destination');
    });

    test.skipIf(kills <= 2)(`${kills} kills of the copying process don’t change the result`, async () => {
      if (result === undefined) throw new Error('the first copy failed');
      while (result.kills < kills) {
        await deleteCopied(destination);
        const migration = await start();
        const killed = await killUntilEnd(migration, kills - result.kills);
        const judged = await judgeCopy(filled, await migration.items(), await readCopied(destination));
        expect(judged.outcomes).toEqual(result.outcomes);
        expect(judged.missing).toEqual([]);
        result = { ...result, kills: result.kills + killed };
        saveResult(result);
      }
    });

    test.skipIf(to !== 'cyrus')('a full account is reported as out of space', async () => {
      onTestFinished(() => destination.setQuota?.('ada', 1_000_000));
      await deleteCopied(destination);
      await destination.setQuota?.('ada', 1);
      const migration = await start();
      await migration.reach(...endedStatuses);
      const reasons = countBy((await migration.items()).map(({ reason }) => reason ?? ''));
      expect(reasons['no_space']).toBeGreaterThan(0);
    });
  });
};

/** Tests directions with shared servers. Each destination hangs in its first direction only. */
export const testDirections = (directions: readonly Direction[]): void => {
  const pool = createServerPool();
  afterAll(pool.close, timeoutMs);
  const ordered = directions.toSorted((one, other) => one.to.localeCompare(other.to));
  for (const [index, direction] of ordered.entries())
    testDirection(direction, pool, ordered[index - 1]?.to !== direction.to);
};
