import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#main/console/clock/clock.ts';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { createHandClock } from '#test/fixtures/timing/hand-clock.ts';
import { json } from '#test/fixtures/service/test-api.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const { id } = migrationOf(1);
const company = '11111111-0000-4000-8000-000000000001';
const secrets = createMemoryStore();

let service: FakeService;
let theConsole: TestConsole;
let profileId: string;

const serve = (status: string) =>
  service.answer('/api/v1/migrations', {
    body: { results: [migrationOf(1, { status, company_id: company })], page: { size: 100, total: 1 } },
  });
const readList = async () => valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 25 }));
const list = async () =>
  valueOf(await theConsole.call('alerts', 'list', { unreadOnly: false, before: null, limit: 50 }));
const notifications = () => theConsole.events.flatMap((event) => (event.name === 'alerts:changed' ? [event.data] : []));

beforeEach(async () => {
  service = await startFakeService();
  service.answer('/api/v1/companies', {
    body: {
      results: [
        {
          object: 'company',
          id: company,
          created: '2026-11-20T10:00:00.000Z',
          source_provider: 'Tallyroom',
          provider_company_id: 'c1',
          provider_company_name: 'Kestrel Robotics',
        },
      ],
      page: { size: 100, total: 1 },
    },
  });
  serve('WORKING');
  theConsole = openTestConsole({ secrets });
  profileId = await connectTo(theConsole, service.url);
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

test(
  'a refresh that finds a failure raises only one alert, which names the company, even after a restart',
  { tags: '@C50' },
  async () => {
    valueOf(
      await theConsole.call('alerts', 'saveRule', {
        id: 'failed',
        isOn: true,
        when: { kind: 'status', status: 'FAILED' },
        of: { kind: 'company', id: company, name: 'Kestrel Robotics' },
        notifies: true,
      }),
    );
    valueOf(await theConsole.call('companies', 'list', { page: 1, pageSize: 100 }));
    await readList();
    serve('FAILED');
    await readList();
    await readList();
    await eventually(() => expect(notifications()).toHaveLength(1));
    expect(notifications()[0]).toMatchObject({
      profileId,
      profileName: 'Brightwater',
      unread: 1,
      notify: [{ migrationId: id, from: 'WORKING', status: 'FAILED', company: 'Kestrel Robotics' }],
    });
    const { userDataDir } = theConsole;
    await theConsole.close();
    theConsole = openTestConsole({ secrets, userDataDir });
    const { alerts, unread } = await list();
    expect({ unread, alerts }).toMatchObject({ unread: 1, alerts: [{ migrationId: id, isRead: false }] });
    const rules = valueOf(await theConsole.call('alerts', 'rules', {}));
    expect(rules.find((rule) => rule.id === 'failed')).toMatchObject({ lastWeek: 1, notifies: true });
    const [alert] = alerts;
    expect(valueOf(await theConsole.call('alerts', 'mark', { ids: [alert?.id ?? 0], isRead: true })).ids).toHaveLength(
      1,
    );
    await eventually(() => expect(notifications().at(-1)).toMatchObject({ unread: 0, notify: [] }));
  },
);

test(
  'only a watched migration notifies the user, and rows of a load raise the same alerts as rows of a page',
  { tags: '@C50' },
  async () => {
    valueOf(await theConsole.call('loaded', 'start', { resource: 'migrations' }));
    const state = async () => valueOf(await theConsole.call('loaded', 'state', { resource: 'migrations' }));
    await eventually(async () => expect(await state()).toMatchObject({ phase: 'complete', rows: 1 }));
    serve('FAILED');
    valueOf(await theConsole.call('loaded', 'start', { resource: 'migrations' }));
    await eventually(async () => expect(await list()).toMatchObject({ unread: 1, alerts: [{ notification: 'none' }] }));
    service.answer(`/api/v1/migrations/${id}`, { body: migrationOf(1, { status: 'WORKING' }) });
    valueOf(await theConsole.call('watch', 'add', { ids: [id] }));
    await eventually(async () =>
      expect(await list()).toMatchObject({ unread: 2, alerts: [{ notification: 'shown' }, {}] }),
    );
  },
);

test('a rule belongs to its profile, can be changed, and is deleted with the profile', { tags: '@C50' }, async () => {
  const rules = async () => valueOf(await theConsole.call('alerts', 'rules', {}));
  const first = await rules();
  expect(first.map(({ id: ruleId, isOn }) => [ruleId, isOn])).toEqual([
    ['watched', true],
    ['failed', true],
    ['partial', true],
    ['stuck', true],
  ]);
  const rule = { isOn: true, when: { kind: 'waiting', hours: 4 }, of: { kind: 'any' }, notifies: true } as const;
  expect(valueOf(await theConsole.call('alerts', 'saveRule', { id: null, ...rule }))).toHaveLength(5);
  expect(valueOf(await theConsole.call('alerts', 'removeRule', { id: 'stuck' }))).toHaveLength(4);
  expect(await theConsole.call('alerts', 'saveRule', { id: 'stuck', ...rule })).toMatchObject({
    ok: false,
    error: { code: 'invalid_arguments', detail: 'This rule no longer exists.' },
  });
  await connectTo(theConsole, service.url, { name: 'Other' });
  expect(await rules()).toEqual(first);
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
  expect(await rules()).toHaveLength(4);
});

test(
  'one notification covers the alerts of all pages of a load, and no alert is missing',
  { tags: '@C50' },
  async () => {
    const clock = createHandClock();
    await theConsole.close();
    theConsole = openTestConsole({ clock });
    profileId = await connectTo(theConsole, service.url);
    const rows = (status: string) => Array.from({ length: 250 }, (_, at) => migrationOf(at + 1, { status }));
    const pages = (status: string) =>
      service.answer('/api/v1/migrations', (request, reply) => {
        const { searchParams } = new URL(request.url ?? '', service.url);
        const page = Number(searchParams.get('page') ?? 1);
        const results = rows(status).slice((page - 1) * 100, page * 100);
        json(200, { results, page: { size: 100, total: 250 } })(request, reply);
      });
    const load = async () => {
      valueOf(await theConsole.call('loaded', 'start', { resource: 'migrations' }));
      await eventually(async () =>
        expect(valueOf(await theConsole.call('loaded', 'state', { resource: 'migrations' }))).toMatchObject({
          phase: 'complete',
          rows: 250,
        }),
      );
    };
    const rule = {
      isOn: true,
      when: { kind: 'status', status: 'FAILED' },
      of: { kind: 'any' },
      notifies: true,
    } as const;
    valueOf(await theConsole.call('alerts', 'saveRule', { id: 'failed', ...rule }));
    pages('WORKING');
    await load();
    pages('FAILED');
    await load();
    const notified = () => notifications().filter(({ notify }) => notify.length > 0);
    await eventually(async () => expect(await list()).toMatchObject({ unread: 250 }));
    expect(notified()).toEqual([]);
    await clock.advanceWhenAwaited(1_000);
    await eventually(() => expect(notified()).toHaveLength(1));
    expect(notified()[0]?.notify).toHaveLength(250);
    expect(notified()[0]?.unread).toBe(250);
  },
);

test(
  'a time without successful reads is reported with its reason, and saved when a read succeeds again',
  { tags: '@C50' },
  async () => {
    let passed = 0;
    const clock = { ...systemClock, now: () => new Date(Date.now() + passed) };
    await theConsole.close();
    theConsole = openTestConsole({ clock });
    profileId = await connectTo(theConsole, service.url);
    const notices = async () => valueOf(await theConsole.call('alerts', 'notices', {})).notices;
    const observe = async () => valueOf(await theConsole.call('timeline', 'count', {}));
    await readList();
    await eventually(async () => expect(await observe()).toEqual({ entries: 1 }));
    expect(await notices()).toEqual([]);
    await connectTo(theConsole, service.url, { name: 'Other' });
    passed += 30 * 60_000;
    valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
    await eventually(async () =>
      expect(await notices()).toMatchObject([{ kind: 'gap', to: null, why: ['elsewhere'] }]),
    );
    await readList();
    await eventually(async () =>
      expect(await notices()).toMatchObject([{ to: expect.any(String), why: ['elsewhere'] }]),
    );
  },
);

test(
  'more failures within an hour than a rule allows become one alert that states their number',
  { tags: '@C50' },
  async () => {
    const when = { kind: 'many', status: 'FAILED', over: 2 } as const;
    const rule = {
      isOn: true,
      when,
      of: { kind: 'company', id: company, name: 'Kestrel Robotics' },
      notifies: true,
    } as const;
    const first = valueOf(await theConsole.call('alerts', 'rules', {}));
    for (const { id: ruleId } of first) valueOf(await theConsole.call('alerts', 'removeRule', { id: ruleId }));
    valueOf(await theConsole.call('alerts', 'saveRule', { id: null, ...rule }));
    const serveAll = (status: string) =>
      service.answer('/api/v1/migrations', {
        body: {
          results: Array.from({ length: 4 }, (_, at) => migrationOf(at + 1, { status, company_id: company })),
          page: { size: 100, total: 4 },
        },
      });
    serveAll('WORKING');
    await readList();
    serveAll('FAILED');
    await readList();
    await eventually(async () => expect(await list()).toMatchObject({ unread: 1, alerts: [{ many: { count: 3 } }] }));
    await eventually(() =>
      expect(notifications().at(-1)).toMatchObject({ quiet: 0, notify: [{ many: { count: 3 } }] }),
    );
  },
);

test('quiet hours of a profile end with a summary while another profile is open', { tags: '@C50' }, async () => {
  let passed = 0;
  const clock = { ...systemClock, now: () => new Date(Date.now() + passed) };
  const hourMs = 60 * 60_000;
  const timeIn = (ms: number) => new Date(Date.now() + ms).toTimeString().slice(0, 5);
  await theConsole.close();
  theConsole = openTestConsole({ clock });
  profileId = await connectTo(theConsole, service.url);
  const quietHours = { isOn: true, from: timeIn(-hourMs), to: timeIn(hourMs), weekend: false };
  valueOf(await theConsole.call('settings', 'change', { quietHours }));
  valueOf(
    await theConsole.call('alerts', 'saveRule', {
      id: 'failed',
      isOn: true,
      when: { kind: 'status', status: 'FAILED' },
      of: { kind: 'company', id: company, name: 'Kestrel Robotics' },
      notifies: true,
    }),
  );
  await readList();
  serve('FAILED');
  await readList();
  await eventually(async () => expect(await list()).toMatchObject({ alerts: [{ notification: 'quiet' }] }));
  await connectTo(theConsole, service.url, { name: 'Other' });
  passed += 2 * hourMs;
  valueOf(await theConsole.call('settings', 'change', { theme: 'dark' }));
  await eventually(() => expect(notifications().at(-1)).toMatchObject({ profileId, notify: [], quiet: 1 }));
});
