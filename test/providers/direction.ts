import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { davRequest, listEntries, readInbox } from '#test/fixtures/providers/dav-requests.ts';
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
const testDirection = ({ from, to, kills }: Direction, pool: ServerPool): void => {
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
        if ((await end(migration)).status !== 'PENDING_USER_INPUT') break;
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

    test.skipIf(from === 'xandikos-debian')('a wrong password has its own error', async () => {
      const migration = await service.openMigration('ada@example.com');
      const state = await migration.logIn({ user: 'ada', password: 'wrong' });
      expect(state).toMatchObject({ status: 'NOT_READY', login: { trouble: 'password_refused' } });
    });

    test('despite kills and stops, every item arrives once or is reported, and no attendee is invited', async () => {
      const received = () => Promise.all([readInbox(destination, 'grace'), listEntries(destination, 'grace')]);
      const before = await received();
      const migration = await start();
      const killed = await killUntilEnd(migration, kills);
      const reported = await migration.items();
      const copiedContent = await readCopied(destination);
      result = { from, to, kills: killed, ...(await judgeCopy(filled, reported, copiedContent)) };
      saveResult(result);
      expect(result.missing).toEqual([]);
      expect(reported).toHaveLength(filled.items.length);
      // Each item at the destination appears in one report line, so there are no duplicates.
      const places = reported.flatMap(({ place }) => (place !== null && copiedContent.has(place) ? [place] : []));
      expect(places.toSorted()).toEqual([...copiedContent.keys()].toSorted());
      expect(await received()).toEqual(before);
      expect(result.hidden).toEqual([]);
      expect(killed > 0).toBe(kills > 0);
    });

    test('a second run asks no questions and writes nothing', async () => {
      const before = await contents();
      const migration = await start();
      const { status, question } = await end(migration);
      const { copied, skipped } = await migration.report();
      const duplicateCount = (await contents()).size - before.size;
      const duplicates = question?.duplicates ?? 0;
      if (result !== undefined) {
        const secondRun = `${duplicates} questions, ${copied} copied, ${duplicateCount} duplicates, ${skipped} skipped`;
        result = { ...result, secondRun };
        saveResult(result);
      }
      expect({ duplicates, copied, duplicateCount }).toEqual({ duplicates: 0, copied: 0, duplicateCount: 0 });
      expect(endedStatuses).toContain(status);
      expect(await contents()).toEqual(before);
    });

    test('two migrations of one end user write each item once, even if the destination hangs', async () => {
      await deleteCopied(destination);
      const taskCount = filled.items.filter(({ content }) => content.includes('BEGIN:VTODO')).length;
      const migrations = [await start(['tasks']), await start(['tasks'])];
      destination.hang();
      await delay(hangMs);
      destination.recover();
      for (const migration of migrations) {
        expect(await end(migration)).toMatchObject({ status: 'COMPLETE' });
        expect(await migration.report()).toMatchObject({ failed: 0 });
      }
      const [first, second] = await Promise.all(migrations.map((migration) => migration.items()));
      const places = first?.map(({ place }) => place);
      expect(second?.map(({ place }) => place)).toEqual(places);
      expect([...(await contents()).keys()].toSorted()).toEqual(places?.toSorted());
      expect(places).toHaveLength(taskCount);
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
      const copyAgain = async (maxKills: number) => {
        await deleteCopied(destination);
        const migration = await start();
        const killed = await killUntilEnd(migration, maxKills);
        return { killed, ...(await judgeCopy(filled, await migration.items(), await readCopied(destination))) };
      };
      const { killed: none, ...undisturbed } = await copyAgain(0);
      expect(none).toBe(0);
      expect({ ...result, ...undisturbed }).toEqual(result);
      while (result.kills < kills) {
        const { killed, ...judged } = await copyAgain(kills - result.kills);
        expect(judged).toEqual(undisturbed);
        result = { ...result, kills: result.kills + killed };
        saveResult(result);
      }
    });

    test.skipIf(to !== 'cyrus')('items beyond a quota are reported as no_space, not as server_error', async () => {
      onTestFinished(() => destination.setQuota?.('ada', { STORAGE: 1_000_000 }));
      for (const quota of [{ STORAGE: 1 }, { STORAGE: 1_000_000, MESSAGE: 1 }]) {
        await deleteCopied(destination);
        await destination.setQuota?.('ada', quota);
        const migration = await start();
        await migration.reach(...endedStatuses);
        const reasons = countBy((await migration.items()).map(({ reason }) => reason ?? ''));
        expect(reasons).toMatchObject({ no_space: expect.any(Number) });
        expect(reasons['server_error']).toBe(undefined);
      }
    });
  });
};

/** Tests directions with shared servers. */
export const testDirections = (directions: readonly Direction[]): void => {
  const pool = createServerPool();
  afterAll(pool.close, timeoutMs);
  for (const direction of directions.toSorted((one, other) => one.to.localeCompare(other.to)))
    testDirection(direction, pool);
};
