import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyEvent } from '#service/migration-engine/run.ts';
import { type DavServer, davServersNote, hasDavServers, startDavServer } from '#test/fixtures/service/dav-servers.ts';
import { type PoisonedServer, startPoisonedServer } from '#test/fixtures/service/poisoned-server.ts';
import { openModal } from '#service/testing/modal-flow.ts';
import { card, entry, flowAt, type Migrating, openFlow, openMigrating } from './dav-migrating.ts';

const poisons = new Map<string, { answer: Buffer | undefined }>();
let radicale: DavServer;
let xandikos: DavServer;
let gate: PoisonedServer;
let migrating: Migrating;

const send = (method: 'GET' | 'POST', url: string, body?: object) =>
  migrating.service.send({ method, url, ...(body && { body }) });
const retryLink = (id: string, body: object = {}) => send('POST', `/retries/v1/migrations/${id}`, body);
const reportOf = async (id: string) => (await send('GET', `/reports/v1/migrations/${id}`)).body;
const ended = ['COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED'];

/** Opens a hosted link and returns its modal. */
const openLink = async (url: string) => {
  const body = { link: new URL(url).hash.slice(1) };
  const reply = await migrating.service.send({ method: 'POST', url: '/start/session', bearer: null, body });
  return flowAt(migrating, new URL(reply.body['url'] ?? '').pathname);
};

/** Copies everything, while two cards can't be read. */
const copyWithFailures = async () => {
  poisons.set('p3.vcf', { answer: undefined }).set('p5.vcf', { answer: Buffer.from('(null)') });
  const { accessToken, path } = await openModal(migrating.service, 'ada@example.com');
  const flow = flowAt(migrating, path);
  await flow.logIn();
  await flow.post('begin');
  const state = await flow.reach(...ended);
  expect(state).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', can_retry: true, counts: { failed: 2 } });
  return { accessToken, flow, id: state.migration_id };
};

describe.skipIf(!hasDavServers)(`a retry of failed items${davServersNote}`, { tags: ['@X29', '@S27'] }, () => {
  beforeAll(async () => {
    [radicale, xandikos] = await Promise.all([startDavServer('radicale'), startDavServer('xandikos')]);
    await radicale.fill(
      'people',
      Array.from({ length: 12 }, (_, index) => [`p${index}.vcf`, card(`p${index}`, `Ada ${index}`)] as const),
    );
    await radicale.fill('office', [['e0.ics', entry('e0', 'Lunch')]]);
    gate = await startPoisonedServer(radicale, poisons);
    migrating = await openMigrating(gate, xandikos);
  });
  afterAll(async () => {
    await migrating.end();
    gate.close();
    await Promise.all([radicale.close(), xandikos.close()]);
  });

  test('a link of the support team copies only the failed items after another sign-in', async () => {
    const { id } = await copyWithFailures();
    const before = await reportOf(id);
    const link = await retryLink(id, { return_url: 'https://app.example.com/' });
    expect(link.body).toMatchObject({ user_id: 'ada@example.com', retry_of: id, source_providers: ['Harbour Mail'] });
    const flow = await openLink(link.body['url'] ?? '');
    // The end user has not signed in yet, so the page must not show names of the account.
    expect(await flow.state()).toMatchObject({ retry_of: id, provider: 'Harbour Mail', progress: [] });
    poisons.clear();
    (gate.requestedIds as Set<string>).clear();
    expect((await flow.logIn()).body.progress).toMatchObject([{ name: 'people', total: 2 }]);
    await flow.post('begin');
    const state = await flow.reach(...ended);
    expect(state).toMatchObject({ status: 'COMPLETE', counts: { copied: 2, failed: 0 } });
    expect([...gate.requestedIds].toSorted()).toEqual(['p3.vcf', 'p5.vcf']);
    expect(await xandikos.all('/ada/contacts/', '.vcf')).toHaveLength(12);
    expect(await reportOf(state.migration_id)).toMatchObject({ retry_of: id, total: 2, copied: 2 });
    expect(await reportOf(id)).toEqual(before);
    expect((await retryLink(state.migration_id)).status).toBe(409);
  });

  test('the end user retries failed items in the modal, and items that fail again can be retried again', async () => {
    await radicale.request('PUT', '/ada/people/p3.vcf', card('p3', 'Changed'), { 'content-type': 'text/vcard' });
    await radicale.request('PUT', '/ada/people/p5.vcf', card('p5', 'Changed'), { 'content-type': 'text/vcard' });
    const { flow, id } = await copyWithFailures();
    poisons.delete('p3.vcf');
    const retry = async (path: string) => {
      const reply = await migrating.service.send({ method: 'POST', url: `${path}/retry`, bearer: null, body: {} });
      const next = flowAt(migrating, new URL(reply.body['url'] ?? '').pathname);
      await next.logIn();
      await next.post('begin');
      return { path: next.path, state: await next.reach(...ended) };
    };
    const first = await retry(flow.path);
    const counts = { copied: 1, altered: 0, skipped: 0, failed: 1 };
    expect(first.state).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', retry_of: id, counts });
    poisons.clear();
    const second = await retry(first.path);
    expect(second.state).toMatchObject({ status: 'COMPLETE', counts: { copied: 1, failed: 0 } });
    expect(second.state.retry_of).toBe(first.state.migration_id);
    expect(await reportOf(id)).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', failed: 2, retry_of: null });
  });

  test('a retry that failed is retried with the failed items of the first migration', async () => {
    const { accessToken, flow, id } = await copyWithFailures();
    poisons.clear();
    const retry = async (path: string) => {
      const { body } = await migrating.service.send({ method: 'POST', url: `${path}/retry`, bearer: null, body: {} });
      return flowAt(migrating, new URL(body['url'] ?? '').pathname);
    };
    const failing = await retry(flow.path);
    const request = { method: 'POST', url: '/api/v1/migration-modal', bearer: accessToken } as const;
    const reply = await migrating.service.send({ ...request, body: { user_id: 'ada@example.com' } });
    expect(new URL(reply.body['url'] ?? '').pathname).toBe(failing.path);
    const { migration_id: failingId } = (await failing.logIn()).body;
    const { runs, seed, clock } = migrating.service.store;
    const { number: organization = 0 } = (await seed.organization()) ?? {};
    const stored = (await runs.find(organization, failingId))?.stored;
    if (stored === undefined) throw new Error('no run');
    const now = await clock.now(organization);
    const run = applyEvent(stored.run, 'broke_off', now) ?? stored.run;
    await runs.save({ ...stored, before: stored.run, run }, now);
    expect(await failing.state()).toMatchObject({ status: 'FAILED', retry_of: id, can_retry: true });
    const next = await retry(failing.path);
    expect(await next.state()).toMatchObject({ retry_of: id, provider: 'Harbour Mail' });
    expect((await next.logIn()).body.progress).toMatchObject([{ name: 'people', total: 2 }]);
  });

  test('a retry with another account is refused, and nothing of the first account is shown', async () => {
    const { id } = await copyWithFailures();
    poisons.clear();
    const link = await retryLink(id);
    const flow = await openLink(link.body['url'] ?? '');
    const abandoned = await openLink((await retryLink(id)).body['url'] ?? '');
    const ending = (await abandoned.post('close')).body;
    expect(ending.status).toBe('LOGIN_ABANDONED');
    expect((await send('GET', `/reports/v1/migrations/${ending.migration_id}/receipt`)).status).toBe(404);
    const { body } = await flow.post('login', { user_name: 'eve', password: 'secret' });
    expect(body).toMatchObject({ status: 'NOT_READY', progress: [], login: { trouble: 'other_account' } });
    expect((await flow.post('begin')).status).toBe(409);
    expect((await flow.logIn()).body).toMatchObject({ status: 'NOT_STARTED', progress: [{ total: 2 }] });
    await flow.post('login', { user_name: 'eve', password: 'secret' });
    await flow.post('begin');
    const { migration_id: retry } = await flow.reach(...ended);
    const signed = await send('GET', `/reports/v1/migrations/${retry}/receipt`);
    expect(JSON.parse(signed.text)).toMatchObject({ receipt: { source: { user_name: 'ada' } } });
  });

  test('a migration that is in progress has no retry link', async () => {
    const flow = await openFlow(migrating);
    const { migration_id: waiting } = await flow.state();
    const inProgress = await retryLink(waiting);
    expect(inProgress).toMatchObject({ status: 409, body: { message: 'This migration is still in progress.' } });
  });
});
