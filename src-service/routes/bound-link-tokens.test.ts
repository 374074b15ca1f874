import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BoundSession } from '#shared/migration-api/modal.ts';
import { getAccessToken } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(() => service.end());

const post = (path: string, body: unknown, bearer?: string) =>
  service.send({ method: 'POST', url: `/api/v1/${path}`, body, ...(bearer !== undefined && { bearer }) });

const accessTokenOf = (bound: BoundSession): Promise<string> => getAccessToken(service, bound);
const newestMigration = async () => {
  const { body } = await service.send({ url: '/api/v1/migrations?page_size=1' });
  const results: readonly { id: string; created_by_user_id: string }[] = body['results'] ?? [];
  return results[0];
};

test('with a bound link token, the page cannot start a migration for another user', { tags: '@X3' }, async () => {
  const token = await accessTokenOf({ user_id: 'ada@aurora.example' });
  expect(await post('migration-modal', { user_id: 'ceo@victim.example' }, token)).toMatchObject({
    status: 403,
    body: { type: 'api_error', message: 'The link token of this session is for another user.' },
  });
  expect((await post('migration-modal', { user_id: 'ADA@aurora.example' }, token)).status).toBe(200);
  expect((await newestMigration())?.created_by_user_id).toBe('ada@aurora.example');
});

test(
  'a bound link token sets the user, and its providers and language override those of the page',
  { tags: '@X3' },
  async () => {
    const providers = ['Contoso Mail'];
    const unknown = await accessTokenOf({ user_id: 'bob@aurora.example', source_providers: providers });
    expect(await post('migration-modal', { source_providers: ['Other'] }, unknown)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('source_providers has no provider of this service') },
    });
    const token = await accessTokenOf({ user_id: 'bob@aurora.example', locale: 'de' });
    const { status, body } = await post('migration-modal', { locale: 'fr' }, token);
    expect(status).toBe(200);
    expect(body['url']).toMatch(/\?locale=de$/);
    expect((await newestMigration())?.created_by_user_id).toBe('bob@aurora.example');
  },
);

test('with an unbound link token, the page must name the user', { tags: '@X3' }, async () => {
  const token = await accessTokenOf({ tenant: 7 } as BoundSession);
  expect(await post('migration-modal', {}, token)).toMatchObject({
    status: 400,
    body: { message: 'user_id must be a UUID or an email address.' },
  });
  expect((await post('migration-modal', { user_id: 'eve@aurora.example' }, token)).status).toBe(200);
});

test(
  'each event of a migration has the metadata of its link token, and other events have none',
  { tags: '@X3' },
  async () => {
    const metadata = { tenant: 'aurora', 'order id': '42 "x" \\ ü' };
    const token = await accessTokenOf({ user_id: 'meta@aurora.example', metadata });
    await post('migration-modal', {}, token);
    const id = (await newestMigration())?.id ?? '';
    const storedRun = await service.store.runs.find(1, id);
    if (storedRun?.stored === undefined) throw new Error('the migration has no run');
    const run = { ...storedRun.stored.run, status: 'LOGIN_ABANDONED' as const };
    expect(await service.store.runs.save({ ...storedRun.stored, run }, Date.now())).toBe(true);
    const { body } = await service.send({ url: '/webhooks/v1/events' });
    const events: readonly { data: { id: string; status: string }; metadata?: unknown }[] = body['results'] ?? [];
    expect(events.filter(({ data }) => data.id === id).map(({ data, metadata: own }) => [data.status, own])).toEqual([
      ['NOT_READY', metadata],
      ['LOGIN_ABANDONED', metadata],
    ]);
    expect(events.filter(({ data }) => data.id !== id).every((event) => !('metadata' in event))).toBe(true);
  },
);

test.each([
  [{ user_id: 'ada' }, 'user_id must be a UUID or an email address.'],
  [{ user_id: 7 }, 'user_id must be a UUID or an email address.'],
  [{ source_providers: [] }, 'source_providers must not be empty.'],
  [{ source_providers: 'x' }, 'source_providers'],
  [{ locale: 'not a tag' }, 'locale must be a language tag such as de or pt-BR.'],
  [{ metadata: [] }, 'metadata must have'],
  [{ metadata: { a: 1 } }, 'metadata must have'],
  [{ metadata: { '': 'x' } }, 'metadata must have'],
  [{ metadata: { a: 'x'.repeat(501) } }, 'metadata must have'],
  [{ metadata: { a: 'NUL \0' } }, 'metadata must have'],
  [{ metadata: { ['k'.repeat(41)]: 'x' } }, 'metadata must have'],
  [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, ''])) }, 'metadata must have'],
])('the invalid value %j of a link token request is refused with its name', { tags: '@X3' }, async (body, message) => {
  const reply = await post('link-token', body);
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
});
