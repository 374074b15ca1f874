import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { ListenedAttempt } from '#shared/console-contract/listener-calls.ts';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import type { StoredListener } from '#shared/data-messages/listener-messages.ts';
import { rotationOverlapMs } from '#shared/webhooks-api/endpoints.ts';
import { createListenerStore, openListenerDatabase } from './listener-store.ts';
import { openDataInProcess } from '../testing/data-in-process.ts';

const listener: StoredListener = {
  isOn: true,
  isPaused: false,
  address: 'http://localhost:3000/',
  secret: 'whsec_AA==',
  previousSecret: null,
  renewedAt: null,
  service: 'sandbox',
  cursor: null,
  keptAt: null,
  gapAt: null,
  gapFrom: null,
  gapUntil: null,
};
const eventOf = (index: number) => ({
  id: `evt_${index}`,
  type: 'migration.status_updated',
  timestamp: null,
  migrationId: 'm',
  companyId: null,
  previousStatus: 'WORKING',
  status: 'FAILED',
  body: `{"n":${index}}`,
});
const attemptOf = (status: number | null, reply = ''): ListenedAttempt => ({
  at: '2026-11-20T10:00:00.000Z',
  durationMs: 3,
  status,
  error: null,
  reply,
  signature: null,
});

/** Opens a listener of profile `p` with this number of events. */
const openWith = async (count: number) => {
  const ask = openDataInProcess();
  await ask('changeListener', { profileId: 'p', change: {}, initial: listener });
  const take = (from: number, to: number, state: 'waiting' | 'shown' = 'waiting') =>
    ask('keepEvents', {
      profileId: 'p',
      place: { cursor: `after ${to}`, service: 'sandbox' },
      events: Array.from({ length: to - from }, (_, index) => eventOf(from + index)),
      state,
      at: 1,
    });
  await take(0, count);
  const answered = (index: number, status: number | null, state: 'waiting' | 'delivered' | 'failed', nextAt = 0) =>
    ask('keepAttempt', {
      profileId: 'p',
      id: `evt_${index}`,
      attempt: attemptOf(status),
      wasSent: status !== null,
      state,
      nextAt,
    });
  return { ask, take, answered };
};

test('listen: events are stored once, with their cursor, and are sent in order', { tags: '@W10' }, async () => {
  const { ask, take, answered } = await openWith(2);
  expect(await take(0, 3)).toBe(3);
  expect(await ask('listenerOf', { profileId: 'p' })).toEqual({ ...listener, cursor: 'after 3', keptAt: 1 });
  expect(await ask('nextEvent', { profileId: 'p' })).toEqual({ id: 'evt_0', body: '{"n":0}', tries: 0, nextAt: 0 });
  await answered(0, 500, 'waiting', 9_000);
  expect(await ask('nextEvent', { profileId: 'p' })).toMatchObject({ id: 'evt_1' });
  await answered(1, 200, 'delivered');
  await answered(2, 200, 'delivered');
  expect(await ask('nextEvent', { profileId: 'p' })).toEqual({
    id: 'evt_0',
    body: '{"n":0}',
    tries: 1,
    nextAt: 9_000,
  });
  await answered(0, 500, 'failed');
  expect(await ask('nextEvent', { profileId: 'p' })).toBeNull();
  // A finished event that arrives again isn't stored again.
  expect(await take(0, 3)).toBe(0);
  expect(await ask('resendEvents', { profileId: 'p', id: null })).toBe(1);
  expect(await ask('resendEvents', { profileId: 'p', id: 'evt_2' })).toBe(1);
  expect(await ask('nextEvent', { profileId: 'p' })).toMatchObject({ id: 'evt_0', tries: 0 });
  expect((await ask('listenedEvents', { profileId: 'p', limit: 9 })).counts).toMatchObject({
    waiting: 2,
    delivered: 1,
  });
});

test(
  'listen: finished events are stored up to a limit, and waiting events are never deleted',
  { tags: '@W10' },
  async () => {
    const { ask, take } = await openWith(10);
    for (let from = 10; from < 10 + listenerLimits.ended + 200; from += 100) await take(from, from + 100, 'shown');
    const { counts, events } = await ask('listenedEvents', { profileId: 'p', limit: 5 });
    expect(counts.waiting).toBe(10);
    expect((await ask('countStored', { profileId: 'p' })).listened).toBe(10 + listenerLimits.ended);
    expect(events.map(({ id }) => id)).toEqual([1_209, 1_208, 1_207, 1_206, 1_205].map((index) => `evt_${index}`));
    expect(await ask('clearEvents', { profileId: 'p', waiting: false })).toBe(listenerLimits.ended);
    expect(await ask('clearEvents', { profileId: 'p', waiting: true })).toBe(10);
  },
);

test(
  'listen: the last attempts of an event are stored, and removing a profile deletes them',
  { tags: '@W10' },
  async () => {
    const { ask, answered } = await openWith(1);
    for (let attempt = 0; attempt < 8; attempt += 1) await answered(0, 500 + attempt, 'waiting');
    const storedReply = await ask('listenedEvent', { profileId: 'p', id: 'evt_0' });
    expect(storedReply?.attempts.map(({ status }) => status)).toEqual([507, 506, 505, 504, 503, 502]);
    expect(await ask('listenedEvent', { profileId: 'other', id: 'evt_0' })).toBeNull();
    await ask('forgetProfile', { profileId: 'p' });
    expect(await ask('listenerOf', { profileId: 'p' })).toBeNull();
    expect((await ask('countStored', { profileId: 'p' })).listened).toBe(0);
  },
);

test(
  'listen: a change to one field keeps the other fields and creates no listener for a removed profile',
  { tags: '@W10' },
  async () => {
    const { ask, take } = await openWith(0);
    const created = { ...listener, secret: 'whsec_BB==' };
    await take(0, 1);
    const changed = { ...listener, cursor: 'after 1', keptAt: 1, address: null };
    expect(await ask('changeListener', { profileId: 'p', change: { address: null }, initial: created })).toEqual(
      changed,
    );
    expect(await ask('listenerOf', { profileId: 'p' })).toEqual(changed);
    await ask('removeStored', { profileId: 'p' });
    expect(await ask('changeListener', { profileId: 'p', change: { cursor: '' }, initial: null })).toBeNull();
    expect(await ask('listenerOf', { profileId: 'p' })).toBeNull();
  },
);

test('listen: attempts that sent nothing replace no earlier attempts', { tags: '@W10' }, async () => {
  const { ask, answered } = await openWith(1);
  for (let index = 0; index < 9; index += 1) await answered(0, null, 'waiting');
  await answered(0, 500, 'waiting');
  expect(await ask('nextEvent', { profileId: 'p' })).toMatchObject({ tries: 1 });
  expect((await ask('listenedEvent', { profileId: 'p', id: 'evt_0' }))?.attempts).toHaveLength(listenerLimits.attempts);
});

test('listen: events stored by an older version can be read, with missing fields empty', { tags: '@W10' }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-listener-'));
  const file = path.join(folder, 'listener.sqlite');
  try {
    const olderDatabase = new DatabaseSync(file);
    olderDatabase.exec(`
      CREATE TABLE listeners (profile TEXT PRIMARY KEY, is_on INTEGER NOT NULL, address TEXT, secret TEXT NOT NULL,
        service TEXT NOT NULL, cursor TEXT, gap_at INTEGER);
      CREATE TABLE events (row INTEGER PRIMARY KEY AUTOINCREMENT, profile TEXT NOT NULL, id TEXT NOT NULL, type TEXT,
        timestamp TEXT, migration TEXT, company TEXT, previous TEXT, status TEXT, body TEXT NOT NULL,
        received_at INTEGER NOT NULL, state TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
        next_at INTEGER NOT NULL DEFAULT 0, attempts TEXT NOT NULL DEFAULT '[]', UNIQUE (profile, id));
      INSERT INTO listeners VALUES ('p', 1, NULL, 'whsec_AA==', 'sandbox', 'c', 7);
      INSERT INTO events (profile, id, body, received_at, state, attempts)
        VALUES ('p', 'evt_1', '{}', 1, 'delivered', '[{"at":"2026-11-20T10:00:00.000Z","status":204}]');
      PRAGMA user_version = 1;`);
    olderDatabase.close();
    const problems: string[] = [];
    const database = openListenerDatabase(file, (line) => problems.push(line));
    const { calls } = createListenerStore(database);
    expect(calls.listenerOf({ profileId: 'p' })).toMatchObject({
      cursor: 'c',
      gapAt: 7,
      gapFrom: null,
      keptAt: null,
      previousSecret: null,
      isPaused: false,
    });
    expect(calls.listenedEvent({ profileId: 'p', id: 'evt_1' })?.attempts[0]).toMatchObject({
      status: 204,
      signature: null,
    });
    expect(problems).toEqual([]);
    database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('listen: turning the listener off clears its pause, even if the pause comes afterwards', { tags: '@W10' }, () => {
  const database = openListenerDatabase(':memory:', () => undefined);
  const { calls } = createListenerStore(database);
  const change = (part: Partial<StoredListener>) =>
    calls.changeListener({ profileId: 'p', change: part, initial: listener })?.isPaused;
  expect(change({ isPaused: true })).toBe(true);
  expect(change({ isOn: false })).toBe(false);
  expect(change({ isPaused: true })).toBe(false);
  expect(change({ isOn: true })).toBe(false);
  database.close();
});

test('listen: a replaced or expired secret is in no file', { tags: ['@W10', '@T74'] }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-listener-'));
  const database = openListenerDatabase(path.join(folder, 'listener.sqlite'), () => undefined);
  try {
    const { calls, clean, remove } = createListenerStore(database);
    const secretOf = (turn: number): string => `whsec_secret-number-${turn}-${'A'.repeat(24)}`;
    const onDisk = (): readonly number[] => {
      const bytes = globSync(`${folder}/*`).map((file) => readFileSync(file, 'latin1'));
      return [0, 1, 2, 3].filter((turn) => bytes.some((text) => text.includes(secretOf(turn))));
    };
    const renew = (profileId: string, turn: number, renewedAt: number) =>
      calls.changeListener({
        profileId,
        change: { secret: secretOf(turn), previousSecret: secretOf(turn - 1), renewedAt },
        initial: null,
      });
    for (const profileId of ['p', 'q']) {
      calls.changeListener({
        profileId,
        change: {},
        initial: { ...listener, secret: secretOf(profileId === 'p' ? 0 : 3) },
      });
    }
    renew('p', 1, 1_000);
    expect(onDisk()).toEqual([0, 1, 3]);
    renew('p', 2, 2_000);
    expect(onDisk()).toEqual([1, 2, 3]);
    clean(2_000 + rotationOverlapMs - 1);
    expect(onDisk()).toEqual([1, 2, 3]);
    clean(2_000 + rotationOverlapMs);
    expect(onDisk()).toEqual([2, 3]);
    expect(calls.listenerOf({ profileId: 'p' })).toMatchObject({
      secret: secretOf(2),
      previousSecret: null,
      renewedAt: null,
    });
    remove('q');
    expect(onDisk()).toEqual([2]);
    // Simulates a process that stops before it truncates the log.
    database.exec(`UPDATE listeners SET secret = 'another'`);
    expect(onDisk()).toEqual([2]);
    clean(0);
    expect(onDisk()).toEqual([]);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
