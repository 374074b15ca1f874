import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ConsoleEvent, EventName } from '#shared/console-contract/types.ts';
import { applyEvent, eventMap } from './event-map.ts';
import { companyKey, knownCompaniesKey, overviewKey, providersKey } from './listings.ts';
import { readWithChanges } from './page-cache.ts';

interface Case {
  readonly key: QueryKey;
  /** Content of a response written before the event. */
  readonly older: unknown;
  readonly data: unknown;
  /** Data that the page must show at the end. If omitted, the event's data. */
  readonly end?: unknown;
}

const state = (profileId: string, phase: string) => ({ resource: 'migrations', profileId, phase });
const line = (id: number, totalMs = 1) => ({ id, totalMs });
const labView = { labId: 'x', revision: 2, profileId: 'p' };
const run = { id: 1, state: 'done' };
const row = { id: 'm', status: 'WORKING', created: '2026-01-01T00:00:00Z', companyName: null };
const newer = { ...row, status: 'FAILED', created: '2026-01-01T00:00:00.000Z', companyName: 'Acme' };
const listed = (value: object) => ({ page: 1, rows: [{ kind: 'row', value }, { kind: 'malformed' }] });

/** An outdated response for each event that changes a cache. */
const cases: Partial<Record<EventName, Case>> = {
  'console:state-changed': {
    key: ['console', 'state'],
    older: { profile: { id: 'p' }, connection: 'before' },
    data: { profile: { id: 'p' }, connection: 'after' },
  },
  'profiles:changed': { key: ['console', 'profiles'], older: { activeId: 'a' }, data: { activeId: 'b' } },
  'settings:changed': { key: ['console', 'settings'], older: { theme: 'dark' }, data: { theme: 'light' } },
  'watch:changed': { key: ['watch'], older: { items: [] }, data: { items: ['a'] } },
  'views:changed': { key: ['views'], older: [], data: ['a view'] },
  'migrations:changed': {
    key: ['migrations', 'list', { page: 1, size: 25 }],
    older: listed(row),
    data: { profileId: 'p', rows: [newer] },
    end: listed({ ...newer, created: row.created }),
  },
  'sandbox:changed': {
    key: ['console', 'sandbox', 'p'],
    older: { kind: 'none', profileId: 'p' },
    data: { kind: 'control', profileId: 'p' },
  },
  'sandbox:brand-changed': {
    key: ['brand', 'p'],
    older: { profileId: 'p', name: null },
    data: { profileId: 'p', name: 'Tide & Co' },
  },
  'tokenLab:changed': {
    key: ['console', 'token-lab', 'p'],
    older: { profileId: 'p', queue: ['single_use'], runs: [{ id: 1, state: 'running' }] },
    data: { profileId: 'p', queue: [], run },
    end: { profileId: 'p', queue: [], runs: [run] },
  },
  'linkTokens:changed': {
    key: ['console', 'link-tokens'],
    older: [],
    data: [{ id: 1, ageMs: 0 }],
    end: [{ id: 1, ageMs: 0, began: expect.any(Number) }],
  },
  'modalLab:changed': {
    key: ['modal-lab', 'p'],
    older: { view: { ...labView, revision: 1 }, entries: [line(1)], requests: [], at: 0 },
    data: { view: labView, entries: [line(2)], requests: [], cleared: false },
    end: { view: labView, entries: [line(1), line(2)], requests: [], at: expect.any(Number) },
  },
  'requests:changed': {
    key: ['console', 'requests'],
    older: { lines: [line(1)], paused: false },
    data: { lines: [line(1, 9), line(2)], cleared: false, paused: true },
    end: { lines: [line(1, 9), line(2)], paused: true },
  },
  'loaded:changed': {
    key: ['loaded', 'migrations', 'state'],
    older: state('p', 'loading'),
    data: state('p', 'complete'),
  },
  'exports:changed': { key: ['console', 'exports'], older: [], data: { id: 1 }, end: [{ id: 1 }] },
};

/** Events that only trigger a refetch or that the shell handles. */
const withoutState = [
  'everywhere:searched',
  'watch:status-changed',
  'companies:directory-changed',
  'triage:changed',
  'alerts:changed',
  'listener:changed',
  'console:refresh-asked',
  'console:menu-asked',
  'console:link-asked',
  'console:migration-asked',
] as const;

/** Opens a page with cached data and one pending read. */
function holdRead({ key, older }: Case, known: unknown) {
  const client = new QueryClient();
  client.setQueryData(['console', 'state'], { profile: { id: 'p' } });
  if (known !== undefined) client.setQueryData(key, known);
  let release = (): void => undefined;
  const go = new Promise<void>((resolve) => (release = resolve));
  const read = client.fetchQuery({ queryKey: key, queryFn: readWithChanges(() => go.then(() => older)), staleTime: 0 });
  return {
    client,
    letGo: async () => {
      release();
      await read;
      return client.getQueryData(key);
    },
  };
}

test('every event has a test case', { tags: '@C5' }, () =>
  expect([...Object.keys(cases), ...withoutState].toSorted()).toEqual(Object.keys(eventMap).toSorted()),
);

test.each(Object.entries(cases))('an older response does not undo the event %s', { tags: '@C5' }, async (name, one) => {
  const end = one.end ?? one.data;
  const event = { name, data: one.data } as ConsoleEvent;
  const first = holdRead(one, undefined);
  applyEvent(first.client, event);
  expect(await first.letGo()).toEqual(end);

  const again = holdRead(one, one.older);
  applyEvent(again.client, event);
  expect(again.client.getQueryData(one.key)).toEqual(end);
  expect(await again.letGo()).toEqual(end);
});

test.each<readonly [EventName, QueryKey]>([
  ['companies:directory-changed', [...knownCompaniesKey, ['c1']]],
  ['companies:directory-changed', providersKey],
  ['alerts:changed', ['alerts', 'unread']],
  ['triage:changed', ['triage', 'm']],
  ['triage:changed', overviewKey],
  ['triage:changed', [...companyKey, 'c1']],
  ['watch:status-changed', ['migrations', 'list']],
])('the event %s refreshes the cache %j only', { tags: '@C5' }, (name, key) => {
  const client = new QueryClient();
  const other = ['console', 'settings'];
  for (const each of [key, other]) client.setQueryData(each, 'before');
  applyEvent(client, { name, data: null } as unknown as ConsoleEvent);
  expect([key, other].map((each) => client.getQueryState(each)?.isInvalidated)).toEqual([true, false]);
});

test(
  'a profile switch clears the rows, and later events of the old profile change nothing',
  { tags: '@C5' },
  async () => {
    const { client, letGo } = holdRead(
      { key: ['loaded', 'migrations', 'state'], older: state('q', 'none'), data: null },
      undefined,
    );
    client.setQueryData(['migrations', 'list'], ['row of p']);
    applyEvent(client, { name: 'console:state-changed', data: { profile: { id: 'q' } } } as ConsoleEvent);
    expect(client.getQueryData(['migrations', 'list'])).toBeUndefined();
    applyEvent(client, { name: 'loaded:changed', data: state('p', 'complete') } as ConsoleEvent);
    expect(client.getQueryData(['loaded', 'migrations', 'state'])).toBeUndefined();
    await letGo().catch(() => undefined);
  },
);

test('a lab on screen does not open again when the user leaves its profile', { tags: '@C16' }, async () => {
  const client = new QueryClient();
  client.setQueryData(['console', 'state'], { profile: { id: 'p' } });
  let opened = 0;
  const queryFn = async () => (opened += 1);
  const observer = new QueryObserver(client, { queryKey: ['modal-lab', 'p'], queryFn });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => opened).toBe(1);
  applyEvent(client, { name: 'console:state-changed', data: { profile: { id: 'q' } } } as ConsoleEvent);
  expect(client.isFetching()).toBe(0);
  expect(opened).toBe(1);
  leave();
});

test('a late event about an empty log does not clear a newer log', { tags: '@C16' }, async () => {
  const key = ['modal-lab', 'p'];
  const older = { view: { ...labView, revision: 3 }, entries: [line(4)], requests: [], at: 0 };
  const { client, letGo } = holdRead({ key, older, data: null }, undefined);
  const data = { view: labView, entries: [], requests: [], cleared: true };
  applyEvent(client, { name: 'modalLab:changed', data } as unknown as ConsoleEvent);
  expect(await letGo()).toEqual(older);
});
