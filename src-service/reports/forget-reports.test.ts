import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceProvider } from '../providers/source-provider.ts';
import { beginCopy, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { forgetReports } from './forget-reports.ts';

const dayMs = 24 * 3_600_000;
let service: TestService;
let organization: number;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
  organization = (await service.store.seed.organization())?.number ?? 0;
});
afterAll(() => service.end());

const item = { collection: '/a/', kind: 'contacts', item: '/a/1', place: null, fingerprint: null } as const;

/** Creates a migration with items written at its start. Returns its ID. */
const copied = async (userName: string): Promise<string> => {
  const { path } = await openModal(service, 'ada@example.com');
  await beginCopy(service, path, userName);
  const { body } = await service.send({ url: `${path}/state`, bearer: null });
  const migrationId = String(body['migration_id']);
  const now = await service.clock.now(organization);
  await service.store.copiedItems.put(
    { organization, migrationId, account: 'ada', destination: 'server' },
    [{ ...item, state: 'copied', reason: null }],
    now,
  );
  return migrationId;
};

test('results of items are deleted 90 days after the end of their migration', { tags: ['@X29', '@T92'] }, async () => {
  const { clock, copiedItems } = service.store;
  const ends = await copied('good@example.com');
  const waits = await copied('needs-input@example.com');
  const advanceDays = async (days: number): Promise<void> => {
    await clock.advance(organization, days * dayMs);
    const now = await clock.now(organization);
    for (let left = 1; left > 0; left = await forgetReports(service.store, now));
  };
  const readStored = async () => [
    (await copiedItems.counts(ends)).length,
    (await copiedItems.counts(waits)).length,
    (await service.send({ url: `/reports/v1/migrations/${ends}` })).status,
    (await service.send({ url: `/reports/v1/migrations/${waits}` })).status,
  ];
  await advanceDays(80);
  expect(await readStored()).toEqual([1, 1, 200, 200]);
  await advanceDays(9);
  expect(await readStored()).toEqual([1, 1, 200, 200]);
  await advanceDays(2);
  expect(await readStored()).toEqual([0, 1, 404, 200]);
  await advanceDays(300);
  expect(await readStored()).toEqual([0, 1, 404, 200]);
});

const secretAccount = 'harbour ada.of.brightwater';
const provider: SourceProvider = {
  name: 'Harbour Mail',
  category: 'other',
  firstStep: 'password',
  logIn: async (before, { userName }) => ({
    login: { ...before, userName, trouble: null },
    found: {
      account: {
        id: secretAccount,
        collections: async () => [],
        items: async function* () {},
        read: async () => undefined,
      },
      collections: [{ id: '/ada.of.brightwater/', name: 'Patients', kind: 'contacts', count: 3 }],
    },
  }),
  company: () => ({ provider: 'Harbour Mail', name: 'Harbour', idAtProvider: '1' }),
};

test.each([
  ['had started', true],
  ['had not started', false],
])(
  'a report is deleted with its account and collections if its copy %s',
  { tags: ['@X29', '@T92'] },
  async (_name, hasStarted) => {
    const real = await openTestService(
      { migrations: 0, companies: 0 },
      { providers: { providersOf: async () => [provider], hold: () => {} } },
    );
    const number = (await real.store.seed.organization())?.number ?? 0;
    const { path } = await openModal(real, 'someone@example.com');
    const post = (call: string, body: unknown) =>
      real.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
    await post('login', { user_name: 'ada.of.brightwater', password: 'secret' });
    if (hasStarted) await post('begin', {});
    const id = String((await real.send({ url: `${path}/state`, bearer: null })).body['migration_id']);
    const readStored = async () => {
      const stored = (await real.store.runs.find(number, id))?.stored;
      return JSON.stringify(stored?.run);
    };
    const advanceDays = async (days: number): Promise<void> => {
      await real.store.clock.advance(number, days * dayMs);
      const now = await real.clock.now(number);
      for (let left = 1; left > 0; left = await forgetReports(real.store, now));
    };
    const names = [secretAccount, 'ada.of.brightwater', 'Patients'];
    await advanceDays(89);
    for (const name of names) expect(await readStored()).toContain(name);
    await advanceDays(200);
    for (const name of names) expect(await readStored()).not.toContain(name);
    expect((await real.send({ url: `${path}/state`, bearer: null })).body).toMatchObject({
      is_practice: false,
      progress: [],
    });
    await real.end();
  },
);
