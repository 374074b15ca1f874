import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { type TestConsole, valueOf } from '#test/fixtures/console-in-process.ts';
import { type PagedList, servePages } from '#test/fixtures/paged-service.ts';
import { openConnected } from '#test/fixtures/stand-in-console.ts';
import { migrationOf, type StandInService, startStandIn } from '#test/fixtures/stand-in-service.ts';

const resource = 'migrations';
let service: StandInService;
let list: PagedList;
let theConsole: TestConsole;
beforeEach(async () => {
  service = await startStandIn();
  list = servePages(service, 1_050);
  theConsole = await openConnected(service.url);
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

const stateNow = async (): Promise<LoadedState> => valueOf(await theConsole.call('loaded', 'state', { resource }));
const start = async (confirmed = false) => valueOf(await theConsole.call('loaded', 'start', { resource, confirmed }));
const until = (phase: LoadedState['phase']) =>
  vi.waitFor(async () => expect(await stateNow()).toMatchObject({ phase }), { timeout: 10_000, interval: 20 });
const windowOf = async (query: object, limit = 200) =>
  valueOf(await theConsole.call('loaded', 'window', { resource, query, offset: 0, limit }));

test('C33 load all fetches every page, two at a time, and page 1 once more', async () => {
  expect(await start()).toMatchObject({ started: true, plan: { rows: 1_050, requests: 12, asks: false } });
  await until('complete');
  expect(await stateNow()).toMatchObject({
    rows: 1_050,
    total: 1_050,
    missing: 0,
    duplicates: 0,
    requests: { done: 12, planned: 12 },
    problem: null,
  });
  expect(list.mostAtOnce).toBe(2);
  const { loaded, matched, rows } = await windowOf({ search: 'PERSON-7@' });
  expect({ loaded, matched, ids: rows.map(({ id }) => id) }).toEqual({
    loaded: 1_050,
    matched: 1,
    ids: [migrationOf(7).id],
  });
});
