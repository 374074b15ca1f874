import { afterAll, beforeAll, expect, test } from 'vitest';
import { openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(() => service.end());

const hour = 3_600_000;
const outcome = (bearer: string | null, origin = 'https://app.example') =>
  service.send({ url: '/sessions/v1/outcome', bearer, headers: { origin } });

/** Sets the status of the newest migration, which belongs to the modal. */
const setStatus = async (status: 'WORKING' | 'COMPLETE'): Promise<string> => {
  const { body } = await service.send({ url: '/api/v1/migrations?page_size=1' });
  const results: readonly { id: string }[] = body['results'] ?? [];
  const id = results[0]?.id ?? '';
  const foundRun = await service.store.runs.find(1, id);
  if (foundRun?.stored === undefined) throw new Error('the migration has no run');
  const run = { ...foundRun.stored.run, status };
  expect(await service.store.runs.save({ ...foundRun.stored, run }, Date.now())).toBe(true);
  return id;
};

test('the outcome says how a migration ended, even after the access token expired', { tags: '@X3' }, async () => {
  const { accessToken, path } = await openModal(service, 'ada@aurora.example', { origin: 'https://app.example' });
  expect(await outcome(accessToken)).toMatchObject({ status: 404 });
  const id = await setStatus('WORKING');
  await service.store.clock.advance(1, hour + 1);
  expect((await service.send({ url: '/api/v1/migration-modal', bearer: accessToken })).status).toBe(401);
  const running = await outcome(accessToken);
  expect(running.body).toEqual({ url: expect.stringContaining(path), status: 'WORKING' });
  await setStatus('COMPLETE');
  const { status, body, headers } = await outcome(accessToken);
  expect([status, headers['access-control-allow-origin']]).toEqual([200, 'https://app.example']);
  expect(body).toEqual({
    url: running.body['url'],
    status: 'COMPLETE',
    outcome: {
      source: 'ferry_modal',
      event: {
        type: 'migration_modal.completed',
        data: {
          migration_id: id,
          status: 'COMPLETE',
          at: expect.stringMatching(/Z$/),
          counts: null,
        },
      },
    },
  });
});

test('the outcome is refused for unknown and deleted tokens', { tags: '@X3' }, async () => {
  const { accessToken } = await openModal(service, 'bo@aurora.example');
  await setStatus('COMPLETE');
  expect((await outcome(accessToken)).status).toBe(200);
  await service.store.tokens.forget(Date.now() + 48 * hour);
  for (const bearer of [accessToken, 'unknown', null]) expect((await outcome(bearer)).status).toBe(401);
  expect((await outcome(accessToken, 'null')).status).toBe(401);
});

test('the words of the SDK card are in the language of the modal', { tags: '@X27' }, async () => {
  const words = (url: string, headers = {}) => service.send({ url, bearer: null, headers });
  expect(await words('/sdk/words?locale=fr-CA')).toMatchObject({
    status: 200,
    body: { lang: 'fr', opening: 'Ouverture de Ferry' },
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=86400' },
  });
  expect((await words('/sdk/words', { 'accept-language': 'de' })).body).toMatchObject({ lang: 'de' });
  expect((await words('/sdk/words?locale=pt')).body).toMatchObject({ lang: 'en', tryAgain: 'Try again' });
});
