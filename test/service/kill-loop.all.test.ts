import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRandom } from '#service/store/base/random.ts';
import { statusEventSchema, type StatusEvent } from '#shared/webhooks-api/events.ts';
import { dataFolder } from './data-folder.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { callService, runService, type ServiceLine } from './run-service.ts';

const kills = isSoak ? 200 : 20;
const workers = 6;

/** Everything the service has confirmed with a 200. */
interface AcknowledgedRun {
  replies: number;
  readonly redeemed: string[];
  readonly accessTokens: string[];
  readonly statuses: Map<string, string>;
  /** Ids of events by position. */
  readonly eventIds: Map<number, string>;
}

/** Walks through the flow repeatedly until the service dies, and records everything that got a 200. */
const work = async (line: ServiceLine, acknowledged: AcknowledgedRun): Promise<void> => {
  const text = async (path: string, name: string, more: { bearer?: string; body: unknown }): Promise<string> => {
    const { status, body } = await callService(line, path, more);
    expect(status).toBe(200);
    acknowledged.replies++;
    return String(body[name]);
  };
  for (let round = 0; ; round++) {
    const linkToken = await text('/api/v1/link-token', 'link_token', { body: {} });
    const exchange = { bearer: linkToken, body: { link_token: linkToken } };
    const accessToken = await text('/api/v1/access-token', 'access_token', exchange);
    acknowledged.redeemed.push(linkToken);
    acknowledged.accessTokens.push(accessToken);
    const open = { bearer: accessToken, body: { user_id: `user${round}@b.example` } };
    const url = await text('/api/v1/migration-modal', 'url', open);
    const id = await text(`${url}/provider`, 'migration_id', { body: { provider: 'Ledgerline' } });
    acknowledged.statuses.set(id, 'NOT_READY');
    const login = { user_name: `user${round}@company${round % 7}.example`, password: 'x' };
    acknowledged.statuses.set(id, await text(`${url}/login`, 'status', { body: login }));
    acknowledged.statuses.set(id, await text(`${url}/begin`, 'status', { body: {} }));
  }
};

const one = (database: DatabaseSync, sql: string): Record<string, unknown> => ({ ...database.prepare(sql).get() });

const life = ['NOT_READY', 'NOT_STARTED', 'WORKING', 'COMPLETE'];

/**
 * Checks that each status change has its event, once and in order, and that a kill changes no earlier event.
 * @param ids IDs of earlier events by position; the function adds the current ones
 */
const checkEvents = (database: DatabaseSync, ids: Map<number, string>): void => {
  const events = database.prepare('SELECT row - 4294967296 AS position, id, body FROM events ORDER BY row').all();
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
  const last = new Map<string, StatusEvent>();
  for (const { position, id, body } of events) {
    const event = statusEventSchema.parse(JSON.parse(String(body)));
    const previous = last.get(event.data.id);
    expect([event.sequence, event.previous_status]).toEqual([
      (previous?.sequence ?? 0) + 1,
      previous?.data.status ?? null,
    ]);
    last.set(event.data.id, event);
    expect(ids.get(Number(position)) ?? id).toBe(id);
    ids.set(Number(position), String(id));
  }
  expect(events).toHaveLength(ids.size);
  const changed = database.prepare('SELECT id, status, sequence FROM migrations WHERE sequence > 0').all();
  expect(changed).toHaveLength(last.size);
  for (const { id, status, sequence } of changed) {
    expect(last.get(String(id))).toMatchObject({ sequence, data: { status } });
  }
};

/** Checks the folder's contents after a kill. */
const checkFolder = (folder: string, { statuses, eventIds }: AcknowledgedRun): void => {
  const database = new DatabaseSync(join(folder, 'ferry.db'));
  expect(one(database, 'PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  for (const list of ['migrations', 'companies']) {
    const { recorded, counted, last } = one(
      database,
      `SELECT ${list} AS recorded, (SELECT count(*) FROM ${list}) AS counted,
        (SELECT max(row) - 4294967296 FROM ${list}) AS last FROM organizations WHERE number = 1`,
    );
    expect({ list, counted, last }).toEqual({ list, counted: recorded, last: recorded });
  }
  const lookup = database.prepare('SELECT status, json FROM migrations WHERE id = ?');
  for (const [id, status] of statuses) {
    const row = lookup.get(id);
    const reached = String(row?.['status']);
    expect(life.indexOf(reached)).toBeGreaterThanOrEqual(life.indexOf(status));
    expect((JSON.parse(String(row?.['json'])) as { status: string }).status).toBe(reached);
  }
  checkEvents(database, eventIds);
  database.close();
};

test(
  `after ${kills} kills under concurrent writes, no acknowledged write is lost and no token works twice`,
  { tags: ['@X1', '@X23', '@F14'], timeout: isSoak ? 3_600_000 : 300_000 },
  async () => {
    const folder = dataFolder();
    const random = createRandom(sampleSeed);
    const acknowledged: AcknowledgedRun = {
      replies: 0,
      redeemed: [],
      accessTokens: [],
      statuses: new Map(),
      eventIds: new Map(),
    };
    let apiKey = '';
    for (let round = 0; round < kills; round++) {
      const service = await runService(['--data', folder, '--migrations', '20', '--companies', '5']);
      apiKey ||= service.line.apiKey;
      const line = { ...service.line, apiKey };
      const redeemed = acknowledged.redeemed.splice(0).slice(-20);
      for (const linkToken of redeemed) {
        const { status } = await callService(line, '/api/v1/access-token', { body: { link_token: linkToken } });
        expect(status).toBe(401);
      }
      for (const bearer of acknowledged.accessTokens.splice(0).slice(-20)) {
        expect((await callService(line, '/api/v1/migration-modal', { bearer })).status).not.toBe(401);
      }
      const working = Array.from({ length: workers }, () => work(line, acknowledged));
      const ended = Promise.allSettled(working);
      // Counts replies, not seconds, so that the kill also hits a busy machine at work.
      const minReplies = acknowledged.replies + 10 + random.below(120);
      while (acknowledged.replies < minReplies) await wait(2);
      expect((await service.end('SIGKILL')).signal).toBe('SIGKILL');
      for (const result of await ended) {
        // A worker may stop only because its connection failed.
        expect(String(result.status === 'rejected' && result.reason)).toMatch(/fetch failed|terminated|JSON/);
      }
      checkFolder(folder, acknowledged);
    }
    expect(acknowledged.statuses.size).toBeGreaterThan(kills);
  },
);

/** Opens a modal for a user, with a new link token and access token. */
const openModal = async (line: ServiceLine, user: string): Promise<string> => {
  const linkToken = String((await callService(line, '/api/v1/link-token', { body: {} })).body['link_token']);
  const exchange = { bearer: linkToken, body: { link_token: linkToken } };
  const bearer = String((await callService(line, '/api/v1/access-token', exchange)).body['access_token']);
  const { body } = await callService(line, '/api/v1/migration-modal', { bearer, body: { user_id: user } });
  return String(body['url']);
};

test('an unfinished login is LOGIN_ABANDONED within 3 s after its access token expires', { tags: '@X1' }, async () => {
  const service = await runService(['--migrations', '1', '--companies', '1', '--allow-control']);
  const url = await openModal(service.line, 'a@b.example');
  const { migration_id: id } = (await callService(service.line, `${url}/state`)).body;
  const statusNow = async () => (await callService(service.line, `/api/v1/migrations/${String(id)}`)).body['status'];
  const advance = (seconds: number) =>
    callService(service.line, '/control/clock', { body: { advance_seconds: seconds } });
  await advance(3_500);
  expect(await statusNow()).toBe('NOT_READY');
  await advance(98);
  await expect.poll(statusNow).toBe('LOGIN_ABANDONED');
  await service.end();
});

test('every migration continues after SIGKILL and a restart', { tags: ['@X1', '@F14'] }, async () => {
  const folder = dataFolder();
  const flags = ['--data', folder, '--migrations', '1', '--companies', '1', '--allow-control'];
  const first = await runService(flags);
  const { apiKey } = first.line;
  const ids = new Map<string, string>();
  for (const user of ['good', 'needs-input', 'slow', 'failing']) {
    const url = await openModal(first.line, `${user}@b.example`);
    await callService(first.line, `${url}/provider`, { body: { provider: 'Ledgerline' } });
    const login = { user_name: 'ops@b.example', password: 'x' };
    await callService(first.line, `${url}/login`, { body: login });
    ids.set(user, String((await callService(first.line, `${url}/begin`, { body: {} })).body['migration_id']));
  }
  await first.end('SIGKILL');

  const second = await runService(flags);
  const line = { ...second.line, apiKey };
  const statusOf = async (user: string) =>
    (await callService(line, `/api/v1/migrations/${ids.get(user)}`)).body['status'];
  await callService(line, '/control/clock', { body: { advance_seconds: 10 } });
  expect(await Promise.all(['good', 'needs-input', 'slow', 'failing'].map(statusOf))).toEqual([
    'COMPLETE',
    'PENDING_USER_INPUT',
    'WORKING',
    'FAILED',
  ]);
  await second.end();
});
