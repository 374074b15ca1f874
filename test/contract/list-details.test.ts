import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '#main/console/clock/clock.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const companyId = (index: number) => `10000000-0000-4000-8000-${String(index % 10).padStart(12, '0')}`;
const companies = Array.from({ length: 10 }, (_, index) => ({
  id: companyId(index),
  provider_company_name: `Company ${index}`,
  source_provider: 'Tallyroom',
}));
const migrations = Array.from({ length: 100 }, (_, index) =>
  migrationOf(index, { status: index % 2 === 0 ? 'WORKING' : 'COMPLETE', company_id: companyId(index) }),
);

/** Makes every wait 100 times longer, so that even on a busy machine each reply contains all details of its rows. */
const patient: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms * 100, signal) };

let service: FakeService;
let theConsole: TestConsole;
beforeEach(async () => {
  service = await startFakeService();
  service.answer('/api/v1/migrations', { body: { results: migrations, page: { size: 100, total: 100 } } });
  service.answer('/api/v1/companies', { body: { results: companies, page: { size: 100, total: 10 } } });
  theConsole = await openConnected(service.url, { clock: patient });
  valueOf(await theConsole.call('settings', 'change', { loadAllBySelf: false }));
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

const list = async (): Promise<ListedMigration[]> => {
  const { rows } = valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 100 }));
  return rows.flatMap((row) => (row.kind === 'row' ? [row.value] : []));
};
/** Reads a timeline, which makes the console save recent observations. */
const writeObservations = async () =>
  valueOf(await theConsole.call('timeline', 'get', { id: migrations[0]?.id ?? '' }));
/** Repeats the list until this number of rows have company names. */
const listNamed = (count = 100): Promise<void> =>
  eventually(async () => {
    const named = (await list()).filter(({ companyName }) => companyName !== null);
    expect(named.length).toBeGreaterThanOrEqual(count);
  });
/** The company names that pages have received in events since the console started, by migration. */
const namesByEvent = (): Map<string, string | null> =>
  new Map(
    theConsole.events
      .flatMap((event) => (event.name === 'migrations:changed' ? event.data.rows : []))
      .map(({ id, companyName }) => [id, companyName]),
  );

test(
  'one call returns a page of 100 migrations with company names and first observations',
  { tags: ['@C31', '@W9'] },
  async () => {
    const before = Date.now();
    await listNamed();
    const [working, complete, ...others] = await list();
    expect(others).toHaveLength(98);
    expect(working).toMatchObject({ companyName: 'Company 0', provider: 'Tallyroom' });
    expect(Date.parse(working?.seenSince ?? '')).toBeGreaterThanOrEqual(before);
    // The status's start was not observed, so its age counts from the migration's creation.
    expect(working?.since).toBe(working?.created);
    // A final status has no waiting time.
    expect(complete).toMatchObject({ companyName: 'Company 1', since: null });
    expect(others.filter(({ companyName }) => companyName === null)).toEqual([]);
  },
);

test('rows of the first page get their company names in an event', { tags: '@C31' }, async () => {
  await list();
  await eventually(() => {
    const names = namesByEvent();
    expect(migrations.map(({ id }) => names.get(id))).toEqual(migrations.map((_, index) => `Company ${index % 10}`));
  });
});

test(
  'a row with an unknown company gets its name when the company appears in the directory',
  { tags: '@C31' },
  async () => {
    service.answer('/api/v1/companies', { body: { results: companies.slice(1), page: { size: 100, total: 9 } } });
    await listNamed(90);
    expect((await list())[0]).toMatchObject({ companyName: null });
    const growths = () => theConsole.events.filter(({ name }) => name === 'companies:directory-changed').length;
    const before = growths();
    service.answer('/api/v1/companies', { body: { results: companies, page: { size: 100, total: 10 } } });
    valueOf(await theConsole.call('companies', 'list', { page: 1, pageSize: 100 }));
    await eventually(() => expect(growths()).toBeGreaterThan(before));
    await eventually(() => expect(namesByEvent().get(migrations[0]?.id ?? '')).toBe('Company 0'));
    expect((await list())[0]).toMatchObject({ companyName: 'Company 0', provider: 'Tallyroom' });
  },
);

test('a migration read by its ID is as complete as in a list', { tags: ['@C31', '@W9'] }, async () => {
  const id = migrations[0]?.id ?? '';
  service.answer(`/api/v1/migrations/${id}`, { body: migrations[0] });
  await listNamed();
  await writeObservations();
  const [first] = await list();
  expect(valueOf(await theConsole.call('migrations', 'get', { id })).migration).toEqual(first);
});

test(
  'the time in a status stays the same at the next read, and restarts with another status',
  { tags: '@W9' },
  async () => {
    await listNamed();
    await writeObservations();
    const [before] = await list();
    expect((await list())[0]?.since).toBe(before?.since);
    const moved = { ...migrations[0], status: 'PENDING_USER_INPUT' };
    service.answer('/api/v1/migrations', { body: { results: [moved], page: { size: 100, total: 1 } } });
    expect(Date.parse((await list())[0]?.since ?? '')).toBeGreaterThan(Date.parse(before?.since ?? ''));
  },
);
