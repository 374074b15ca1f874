import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SourceProvider } from '../providers/source-provider.ts';
import type { BoundSession } from '#shared/migration-api/modal.ts';
import { documentText } from '../openapi/documents.ts';
import { makeApiKey } from '../store/secrets.ts';
import { getAccessToken, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { eraseOld } from './erase-old.ts';
import { eraseUser } from './erase-user.ts';

const canary = 'canary.7f3a@harbour.example';
const otherUser = 'someone.else@harbour.example';

/** Puts the user's name wherever a source can put one. */
const provider: SourceProvider = {
  name: 'Harbour Mail',
  category: 'other',
  firstStep: 'password',
  logIn: async (before, { userName }) => ({
    login: { ...before, userName, trouble: null },
    found: {
      account: {
        id: `harbour ${userName}`,
        collections: async () => [],
        items: async function* () {},
        read: async () => undefined,
      },
      collections: [{ id: `/${userName}/`, name: `Contacts of ${userName}`, kind: 'contacts', count: 3 }],
    },
  }),
  company: (userName) => ({ provider: 'Harbour Mail', name: userName, idAtProvider: userName }),
};

const accessTokens = new Map<string, string>();

let service: TestService;
let organization: number;
beforeEach(async () => {
  service = await openTestService(
    { migrations: 0, companies: 0 },
    { providers: { providersOf: async () => [provider], hold: () => {} } },
  );
  organization = (await service.store.seed.organization())?.number ?? 0;
});
afterEach(() => service.end());

const metadataOf = (userId: string) => ({ owner: userId, note: `for ${userId}` });

/** A migration whose every stored part names the user. Returns its ID. */
const migrationOf = async (
  userId: string,
  bound: BoundSession = { user_id: userId, metadata: metadataOf(userId) },
): Promise<string> => {
  const { path, accessToken } = await openModal(service, userId, { bound });
  accessTokens.set(userId, accessToken);
  const post = (call: string, body: unknown) =>
    service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
  await post('login', { user_name: userId, password: 'secret' });
  await post('begin', {});
  const migrationId = String((await service.send({ url: `${path}/state`, bearer: null })).body['migration_id']);
  const { webhooks, copiedItems, clock } = service.store;
  const now = await clock.now();
  await copiedItems.put(
    { organization, migrationId, account: 'hash', destination: 'hash' },
    [
      {
        collection: `/${userId}/`,
        kind: 'contacts',
        item: `/${userId}/1`,
        state: 'copied',
        reason: null,
        place: `/to/${userId}`,
        fingerprint: 'f',
        sourceFingerprint: 's',
        thereFingerprint: 't',
      },
    ],
    now,
  );
  while ((await webhooks.fanOut(now, 100)) > 0);
  const wanted = { now, claim: 'test', leaseMs: 1, limit: 9, perEndpoint: 9, perFailing: 9, perOrganization: 9 };
  for (const claimed of await webhooks.claim(wanted)) {
    const attempt = { duration_ms: 1, status: 500, reply: claimed.body, error: 'The response was 500.' };
    await webhooks.finish([[claimed, { attempt, pause: 1, isDeleted: false }]], now);
  }
  return migrationId;
};

const addEndpoint = async () =>
  service.store.webhooks.add(
    organization,
    { url: 'https://hooks.example/', description: '', statuses: null, secret: 'whsec_x' },
    { by: 'test', now: await service.clock.now() },
  );

const holding = async (text: string): Promise<number> =>
  (await service.data.contents()).filter((content) => content.includes(text)).length;

const readMigration = async (id: string) => (await service.send({ url: `/api/v1/migrations/${id}` })).body;

test("erasing an end user deletes their data everywhere and leaves another user's data", async () => {
  await addEndpoint();
  const ids = [await migrationOf(canary), await migrationOf(canary)];
  // Tokens in each state: a session without a migration, an unused link token, and one with metadata only.
  const unusedAccessToken = await getAccessToken(service, { user_id: canary });
  await service.send({ method: 'POST', url: '/api/v1/link-token', body: { user_id: canary } });
  ids.push(await migrationOf(canary, { metadata: metadataOf(canary) }));
  const otherMigration = await migrationOf(otherUser);
  expect(await holding(canary)).toBeGreaterThan(0);
  const eraser = await makeApiKey(service.store.keys, { description: 'erases', scopes: ['erase'] }, 1);
  const erase = { method: 'POST', url: '/erasure/v1/users', body: { user_id: canary } } as const;
  expect((await service.send(erase)).status).toBe(403);
  const { body } = await service.send({ ...erase, bearer: eraser.apiKey });
  expect(body).toEqual({ user_id: canary, migrations: 3, erased: true });

  expect(await holding(canary)).toBe(0);
  for (const id of ids) {
    expect(await readMigration(id)).toMatchObject({ created_by_user_id: 'erased-user', status: 'FAILED' });
    expect(await service.store.copiedItems.counts(id)).toEqual([]);
  }
  expect(await readMigration(otherMigration)).toMatchObject({ created_by_user_id: otherUser, status: 'WORKING' });
  expect((await service.store.copiedItems.counts(otherMigration)).length).toBe(1);
  const events: readonly { data: { created_by_user_id: string }; metadata?: unknown }[] =
    (await service.send({ url: '/webhooks/v1/events' })).body['results'] ?? [];
  for (const { data, metadata } of events)
    expect(metadata).toEqual(data.created_by_user_id === otherUser ? metadataOf(otherUser) : undefined);
  const resume = async (bearer = '') => (await service.send({ url: '/api/v1/migration-modal', bearer })).status;
  expect(await resume(accessTokens.get(otherUser))).toBe(200);
  expect(await resume(unusedAccessToken)).toBe(401);
  const { results } = await service.store.webhooks.deliveries(organization, { limit: 100 });
  expect(
    results.filter(({ event }) => event.migration === otherMigration).some(({ attempts }) => attempts[0]?.reply),
  ).toBe(true);

  const secondReply = await service.send({ ...erase, bearer: eraser.apiKey });
  expect(secondReply.body).toEqual({ user_id: canary, migrations: 0, erased: true });
  const receipts = (
    await service.store.audit.about(organization, { before: 1_000 }, 9, { actions: ['user.erase'] })
  ).map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  expect(receipts).toMatchObject([
    { details: { migrations: 0 } },
    { details: { migrations: 3 }, by: eraser.stored.id },
  ]);
  expect(receipts[0]?.['subject']).toBe(receipts[1]?.['subject']);
});

test("erasing an end user deletes nothing of another organization's user", async () => {
  const id = await migrationOf(canary);
  const { stored } = await makeApiKey(service.store.keys, { description: 'x', organization: 'Elsewhere' }, 1);
  const otherBrand = await service.store.brands.find('Elsewhere');
  expect(stored.organizationId).not.toBe('');
  expect(await eraseUser(service.store, otherBrand ?? 0, canary, { by: 'test' })).toMatchObject({ migrations: 0 });
  expect(await readMigration(id)).toMatchObject({ created_by_user_id: canary });
});

test('end users are erased a set number of days after their migrations were created', async () => {
  const dayMs = 24 * 3_600_000;
  const oldMigration = await migrationOf(canary);
  await service.store.clock.advance(organization, 20 * dayMs);
  const young = await migrationOf(otherUser);
  const eraseNext = eraseOld(service.store, 30);
  const eraseAll = async (): Promise<void> => {
    while ((await eraseNext(await service.clock.now())) > 0);
  };
  await eraseAll();
  expect(await readMigration(oldMigration)).toMatchObject({ created_by_user_id: canary });
  await service.store.clock.advance(organization, 11 * dayMs);
  await eraseAll();
  expect(await readMigration(oldMigration)).toMatchObject({ created_by_user_id: 'erased-user' });
  expect(await readMigration(young)).toMatchObject({ created_by_user_id: otherUser });
});

test('OpenAPI of the erasure: the file in docs matches the schemas and the served document', async () => {
  const file = readFileSync(join(import.meta.dirname, '../../docs/openapi-erasure.json'), 'utf8');
  expect(file, 'run `npm run docs:openapi`').toBe(documentText('openapi-erasure.json'));
  expect((await service.send({ url: '/openapi-erasure.json', bearer: null })).text).toBe(file);
});
