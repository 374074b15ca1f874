import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import { type Clock, systemClock } from '#main/console/clock/clock.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { migrationOf, startFakeService, type FakeService } from '#test/fixtures/service/fake-service.ts';

const { id } = migrationOf(1);
const other = migrationOf(2).id;
const pathOf = (migrationId: string) => `/api/v1/migrations/${migrationId}`;
const body = (status: string) => ({ body: migrationOf(1, { status }) });

/** A clock whose sleeps are 200 times shorter. */
const fastClock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 200, signal) };

let service: FakeService;
let theConsole: TestConsole;
let profileId: string;
const secrets = createMemoryStore();
const open = () =>
  openTestConsole({ clock: fastClock, secrets, ...(theConsole ? { userDataDir: theConsole.userDataDir } : {}) });
const key = { key: 'ferry_test_watch_0000', storage: 'session' } as const;

beforeEach(async () => {
  service = await startFakeService();
  service.answer(pathOf(id), body('WORKING'));
  theConsole = openTestConsole({ clock: fastClock, secrets });
  const profile = valueOf(
    await theConsole.call('profiles', 'add', { name: 'Brightwater', environment: 'test', baseURL: service.url }),
  );
  profileId = profile.id;
  valueOf(await theConsole.call('apiKey', 'set', { profileId, ...key }));
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

const looks = () => service.requests.filter((line) => line === `GET ${pathOf(id)}`).length;
const watched = async () => valueOf(await theConsole.call('watch', 'list', {}));
const changes = () => theConsole.events.flatMap((event) => (event.name === 'watch:status-changed' ? [event.data] : []));

/** The longest default delay between two polls of the same migration. */
const slowestRhythmMs = 30_000 * 1.2;
/** Watches another migration until the console has polled it three times. */
const requestAnotherStatus = async () => {
  service.answer(pathOf(other), { body: migrationOf(2, { status: 'WORKING' }) });
  valueOf(await theConsole.call('watch', 'add', { ids: [other] }));
  const observe = () => service.requests.filter((line) => line === `GET ${pathOf(other)}`).length;
  await eventually(() => expect(observe()).toBeGreaterThanOrEqual(3));
};

test('the console polls a watched migration by its ID, and reports each change once', { tags: '@W9' }, async () => {
  valueOf(await theConsole.call('watch', 'add', { ids: [id] }));
  await eventually(async () =>
    expect((await watched()).watched).toMatchObject([{ id, status: 'WORKING', changedAt: null }]),
  );
  service.answer(pathOf(id), body('PENDING_USER_INPUT'));
  await eventually(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]).toMatchObject({ id, from: 'WORKING', to: 'PENDING_USER_INPUT', profileName: 'Brightwater' });
  service.answer(pathOf(id), body('FAILED'));
  await eventually(() => expect(changes()).toHaveLength(2));
  // A finished status never changes, so the console stops polling.
  const sent = looks();
  await requestAnotherStatus();
  expect(looks()).toBe(sent);
  expect(changes()).toHaveLength(2);
  valueOf(await theConsole.call('watch', 'remove', { id: other }));
  valueOf(await theConsole.call('watch', 'remove', { id }));
  expect((await watched()).watched).toEqual([]);
});

test('a rejected key stops polling, and a new key restarts it', { tags: ['@W9', '@F5'] }, async () => {
  service.answer(pathOf(id), { status: 401, body: { type: 'api_error', message: 'no' } });
  valueOf(await theConsole.call('watch', 'add', { ids: [id] }));
  await eventually(async () => expect((await watched()).paused).toBe('key'));
  const sent = looks();
  await fastClock.sleep(2 * slowestRhythmMs);
  expect(looks()).toBe(sent);
  valueOf(await theConsole.call('profiles', 'switch', { id: 'sandbox' }));
  expect((await watched()).paused).toBeNull();
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
  service.answer(pathOf(id), body('WORKING'));
  valueOf(await theConsole.call('apiKey', 'set', { profileId, ...key, replace: true }));
  await eventually(async () =>
    expect(await watched()).toMatchObject({ paused: null, watched: [{ status: 'WORKING' }] }),
  );
});

test('without a connection the watch waits, and continues automatically', { tags: ['@W9', '@F16'] }, async () => {
  service.answer(pathOf(id), (request) => request.socket.destroy());
  valueOf(await theConsole.call('watch', 'add', { ids: [id] }));
  await eventually(async () => expect((await watched()).paused).toBe('offline'));
  service.answer(pathOf(id), body('WORKING'));
  await eventually(async () => expect((await watched()).paused).toBeNull());
});

test(
  'a watch survives a restart, and reports a change that happened while the console was closed',
  { tags: '@W9' },
  async () => {
    valueOf(await theConsole.call('watch', 'add', { ids: [id] }));
    await eventually(async () => expect((await watched()).watched[0]?.status).toBe('WORKING'));
    await theConsole.close();
    service.answer(pathOf(id), body('COMPLETE'));
    theConsole = open();
    valueOf(await theConsole.call('apiKey', 'set', { profileId, ...key, replace: true }));
    await eventually(() => expect(changes()).toMatchObject([{ from: 'WORKING', to: 'COMPLETE' }]));
  },
);

test(
  'an overlong status that stays the same raises no change, and its watch, profile and settings survive a restart',
  { tags: ['@W9', '@T1'] },
  async () => {
    const long = 'S'.repeat(300_000);
    service.answer(pathOf(id), body(long));
    valueOf(await theConsole.call('watch', 'add', { ids: [id] }));
    await eventually(async () => expect((await watched()).watched[0]?.status).toMatch(/^S+$/));
    const sent = looks();
    await eventually(() => expect(looks()).toBeGreaterThan(sent + 2));
    expect(changes()).toEqual([]);
    await theConsole.close();
    theConsole = open();
    expect(valueOf(await theConsole.call('settings', 'get', {})).notice).toBeNull();
    expect(valueOf(await theConsole.call('profiles', 'list', {}))).toMatchObject({ activeId: profileId });
    expect((await watched()).watched).toMatchObject([{ id, changedAt: null }]);
  },
);

test(
  'a watch belongs to its profile: other profiles don’t poll it, and removing the profile lists and deletes it',
  { tags: '@W9' },
  async () => {
    valueOf(await theConsole.call('watch', 'add', { ids: [id] }));
    valueOf(await theConsole.call('watch', 'add', { ids: [other] }));
    const removal = valueOf(await theConsole.call('profiles', 'removal', { id: profileId }));
    expect(removal.profileData).toEqual([{ kind: 'watches', count: 2 }]);
    valueOf(await theConsole.call('profiles', 'switch', { id: 'sandbox' }));
    expect((await watched()).watched).toEqual([]);
    valueOf(await theConsole.call('profiles', 'remove', { id: profileId }));
    const secondProfile = valueOf(
      await theConsole.call('profiles', 'add', { name: 'Brightwater', environment: 'test', baseURL: service.url }),
    );
    valueOf(await theConsole.call('profiles', 'switch', { id: secondProfile.id }));
    expect((await watched()).watched).toEqual([]);
  },
);

test('at most fifty migrations are watched, and a deleted migration is reported', { tags: '@W9' }, async () => {
  service.answer('*', { status: 404, body: { type: 'api_error', message: 'not found' } });
  for (let index = 1; index <= 50; index += 1) {
    valueOf(await theConsole.call('watch', 'add', { ids: [migrationOf(index + 100).id] }));
  }
  expect(await theConsole.call('watch', 'add', { ids: [id] })).toMatchObject({
    ok: false,
    error: { detail: 'You already watch 50 migrations in this profile, the maximum. Stop watching one first.' },
  });
  await eventually(async () =>
    expect((await watched()).watched.some(({ problem }) => problem === 'not_found')).toBe(true),
  );
});

test(
  'a newer status reaches loaded rows from a watch, and the watch list from a read',
  { tags: ['@W9', '@C33'] },
  async () => {
    const { call, events } = theConsole;
    service.answer('/api/v1/migrations', {
      body: { results: [migrationOf(1, { status: 'WORKING' })], page: { size: 100, total: 1 } },
    });
    valueOf(await call('loaded', 'start', { resource: 'migrations' }));
    const loaded = async () => {
      const query = { search: '', filters: {}, createdFrom: null, createdTo: null, sort: null };
      const window = valueOf(await call('loaded', 'window', { resource: 'migrations', query, offset: 0, limit: 1 }));
      return window.resource === 'migrations' ? window.rows[0]?.status : undefined;
    };
    await eventually(async () => expect(await loaded()).toBe('WORKING'));
    valueOf(await call('watch', 'add', { ids: [id] }));
    await eventually(async () => expect(valueOf(await call('watch', 'list', {})).watched[0]?.status).toBe('WORKING'));
    service.answer(pathOf(id), body('PENDING_USER_INPUT'));
    await eventually(async () => expect(await loaded()).toBe('PENDING_USER_INPUT'));
    // Pages that show an older status of the row get the new one.
    const changedRows = () => events.flatMap((event) => (event.name === 'migrations:changed' ? event.data.rows : []));
    await eventually(() =>
      expect(changedRows()).toContainEqual(expect.objectContaining({ id, status: 'PENDING_USER_INPUT' })),
    );
    // A page's read also updates the list of watched migrations.
    service.answer(pathOf(id), body('FAILED'));
    valueOf(await call('migrations', 'get', { id }));
    await eventually(async () => expect(valueOf(await call('watch', 'list', {})).watched[0]?.status).toBe('FAILED'));
    await eventually(async () => expect(await loaded()).toBe('FAILED'));
    expect(events.filter(({ name }) => name === 'watch:status-changed')).toHaveLength(2);
  },
);
