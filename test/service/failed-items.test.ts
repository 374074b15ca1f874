import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DavServer, davServersNote, hasDavServers, startDavServer } from '#test/fixtures/service/dav-servers.ts';
import { type PoisonedServer, startPoisonedServer } from '#test/fixtures/service/poisoned-server.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { card, flowAt, inTime, type Migrating, openFlow, openMigrating } from './dav-migrating.ts';
import { openModal } from '#service/testing/modal-flow.ts';

const names = ['p1.vcf', 'p3.vcf', 'p5.vcf', 'p7.vcf'];
const poisons = new Map<string, { answer: Buffer | undefined }>();
let radicale: DavServer;
let xandikos: DavServer;
let gate: PoisonedServer;
let migrating: Migrating;
let base: string;

/** Copies everything, while four cards can't be read. */
const copyWithFailures = async () => {
  for (const name of names) poisons.set(name, { answer: undefined });
  const { path } = await openModal(migrating.service, 'ada@example.com');
  const flow = flowAt(migrating, path);
  await flow.logIn();
  await flow.post('begin');
  const { migration_id: id } = await flow.reach('COMPLETED_WITH_FAILURES');
  poisons.clear();
  return { id, path };
};

const download = (path: string, password = 'secret', more: RequestInit = {}) =>
  fetch(`${base}${path}/failed-items?locale=de`, {
    method: 'POST',
    body: new URLSearchParams({ password }),
    ...more,
  });

const activityOf = async (id: string): Promise<{ step: string; detail: Record<string, string> }[]> =>
  (await migrating.service.send({ url: `/activity/v1/migrations/${id}` })).body['results'] ?? [];

describe.skipIf(!hasDavServers)(`a download of failed items${davServersNote}`, { tags: ['@X29', '@S27'] }, () => {
  beforeAll(async () => {
    [radicale, xandikos] = await Promise.all([startDavServer('radicale'), startDavServer('xandikos')]);
    await radicale.fill(
      'people',
      Array.from({ length: 8 }, (_, index) => [`p${index}.vcf`, card(`p${index}`, `Ada ${index}`)] as const),
    );
    gate = await startPoisonedServer(radicale, poisons);
    migrating = await openMigrating(gate, xandikos);
    base = await migrating.service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await migrating?.end();
    gate?.close();
    await Promise.all([radicale?.close(), xandikos?.close()]);
  });

  test('has each item with the bytes of the source, and names those that it could not read', async () => {
    const { id, path } = await copyWithFailures();
    poisons.set('p5.vcf', { answer: Buffer.from('(null)') }).set('p7.vcf', { answer: undefined });
    const page = await fetch(`${base}${path}/failed-items?locale=de`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('value="ada"')]);
    const reply = await download(path);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="ferry-failed-items-${id}.zip"`);
    const files = unzipSync(await reply.bytes());
    const stored = async (name: string) => (await radicale.request('GET', `/ada/people/${name}`)).bytes();
    expect(files).toMatchObject({
      '1 people/1 p1.vcf': await stored('p1.vcf'),
      '1 people/2 p3.vcf': await stored('p3.vcf'),
    });
    const { 'Einträge, die in dieser Datei fehlen.txt': list = new Uint8Array() } = files;
    expect([Object.keys(files).length, strFromU8(list).split('\r\n').slice(2, -1)]).toEqual([
      3,
      [
        '1 people/3 p5.vcf: Harbour Mail konnte den Eintrag nicht liefern',
        '1 people/4 p7.vcf: in Harbour Mail gelöscht',
      ],
    ]);
    poisons.clear();
    expect((await activityOf(id)).at(-1)).toMatchObject({
      step: 'sign_in_succeeded',
      detail: { provider: 'Harbour Mail', for: 'download_of_failed_items' },
    });
    expect((await migrating.service.send({ url: `/api/v1/migrations/${id}` })).body['status']).toBe(
      'COMPLETED_WITH_FAILURES',
    );
  });

  test(
    'needs the password, even with the URL and an API key, and stays within the limits of sign-ins',
    { tags: '@T102' },
    async () => {
      const { id, path } = await copyWithFailures();
      const { apiKey } = migrating.service;
      const bearer = { headers: { authorization: `Bearer ${apiKey}` } };
      expect((await download(path, '', bearer)).status).toBe(403);
      const refused = await download(path, 'wrong', bearer);
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('hat Benutzernamen oder Passwort abgelehnt'),
      ]);
      expect((await activityOf(id)).at(-1)).toMatchObject({
        step: 'sign_in_failed',
        detail: { reason: 'password_refused' },
      });
      const foreignHeaders = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
      for (const headers of foreignHeaders) expect((await download(path, 'secret', { headers })).status).toBe(403);
      for (let tries = 0; tries < 4; tries++) await download(path, 'wrong');
      expect(await (await download(path)).text()).toContain('Zu viele Versuche');
    },
  );

  test('exists only in the session of a real copy that ended with failed items', { tags: '@T102' }, async () => {
    const { path } = await copyWithFailures();
    const other = await openFlow(migrating);
    await other.logIn();
    expect((await download(other.path)).status).toBe(404);
    expect((await download(`${path}0`)).status).toBe(404);
    expect((await fetch(`${base}${other.path}/failed-items`)).status).toBe(404);
    expect((await migrating.service.send({ url: '/modal/failed-items' })).status).toBe(404);
    const { organizations } = migrating.service.store.people;
    const brightwater = await organizations.find('Brightwater');
    if (brightwater === undefined) throw new Error('The organization is missing.');
    await organizations.suspend(brightwater, 'unpaid', { by: 'test', now: Date.now() });
    const suspended = await download(path);
    expect([suspended.status, await suspended.text()]).toEqual([403, expect.stringContaining('nicht verfügbar')]);
    await organizations.resume(brightwater, { by: 'test', now: Date.now() });
    await migrating.service.store.clock.advance(1, 2 * 3_600_000);
    const over = await download(path);
    expect([over.status, await over.text()]).toEqual([
      410,
      expect.stringContaining('Bitten Sie Brightwater um einen Link'),
    ]);
  });

  test('runs once per session, and stops reading when the browser closes the connection', async () => {
    const { path } = await copyWithFailures();
    const requestedIds = gate.requestedIds as Set<string>;
    requestedIds.clear();
    gate.limit = 1;
    const browser = new AbortController();
    const reply = await download(path, 'secret', { signal: browser.signal });
    expect(reply.status).toBe(200);
    await inTime(async () => expect(requestedIds.size).toBe(1));
    expect(await (await download(path)).text()).toContain('Ein anderer Download läuft noch');
    browser.abort();
    await eventually(async () => {
      const again = await download(path);
      await again.body?.cancel();
      expect(again.headers.get('content-type')).toBe('application/zip');
    });
    gate.limit = Infinity;
    expect([...requestedIds]).not.toContain('p5.vcf');
    expect(Object.keys(unzipSync(await (await download(path)).bytes()))).toHaveLength(4);
  });
});
