import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeApiKey } from '../store/secrets.ts';
import { beginCopy, openModal } from '../testing/modal-flow.ts';
import { isPostgres } from '../testing/test-data.ts';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';

const canary = 'canary-of-harbour';

let service: DashboardService;
let admin: string;
beforeEach(async () => {
  service = await openDashboard();
  admin = (await service.join('root@example.com', 'owner', 'Operations')).cookie;
  await service.store.people.instanceAdmins.grant('root@example.com', 1);
});
afterEach(() => service.end());

const list = async (query = '') => (await service.call('listOrganizations', { cookie: admin, query })).body;
const keyOf = async (organization: string) =>
  (await makeApiKey(service.store.keys, { description: canary, organization }, Date.now())).apiKey;

/** Adds a row of the organization to each table that has a column for its number. Returns the tables that accept no second row. */
const fillTables = async (number: number): Promise<readonly string[]> => {
  const columns = (await service.data.columns()).filter(({ table }) => table !== 'deleted_organizations');
  const tables = columns.filter(({ column }) => column === 'organization').map(({ table }) => table);
  const valueOf = (column: string, type: string): string => {
    if (column === 'organization') return String(number);
    if (column === 'json' || /json|array/i.test(type)) return "'{}'";
    if (/blob|bytea/.test(type)) return isPostgres ? "'\\x00'" : "x'00'";
    if (type === 'text') return `'${canary}'`;
    return type === 'boolean' ? 'true' : "'99'";
  };
  const before = await service.data.countRows();
  for (const table of tables) {
    const own = columns.filter((each) => each.table === table);
    const names = own.map(({ column }) => `"${column}"`).join(', ');
    const values = own.map(({ column, type }) => valueOf(column, type)).join(', ');
    const sql = `INSERT INTO ${table} (${names}) VALUES (${values}) ON CONFLICT DO NOTHING`;
    await service.data.execute(isPostgres ? sql : `PRAGMA foreign_keys = OFF; ${sql}`);
  }
  const after = await service.data.countRows();
  return tables.filter((table) => after[table] === before[table]).toSorted();
};

test(
  'deleting an organization leaves only audit entries, and its number is never reused',
  { tags: ['@X24'] },
  async () => {
    const stored = async () => {
      const ignored = ['audit_entries', 'rate_limits', 'deleted_organizations'];
      return Object.entries(await service.data.countRows()).filter(([table]) => !ignored.includes(table));
    };
    const before = await stored();
    const owner = await service.join(`${canary}@example.com`, 'owner', 'Harbour');
    await service.join('both@example.com', 'support', 'Harbour');
    const key = await keyOf('Harbour');
    const { store } = service;
    const target = (await list('?search=Harbour')).organizations[0]?.id ?? '';
    const harbour = await store.people.organizations.find(target);
    const number = harbour?.number ?? 0;
    const linked = await service.send({ method: 'POST', url: '/api/v1/link-token', bearer: key, body: {} });
    expect(linked.status).toBe(200);
    const { cookie, organization } = owner;
    await service.call('addEndpoint', {
      cookie,
      params: { organization },
      body: { url: `https://${canary}.example.com` },
    });
    const modal = await openModal(
      { ...service, send: (request) => service.send({ bearer: key, ...request }) },
      `${canary}@example.com`,
    );
    await beginCopy(service, modal.path, canary);
    expect(await fillTables(number)).toEqual(['event_heads', 'webhook_cursors']);
    const remove = (name: string, id = target) =>
      service.call('deleteOrganization', {
        cookie: admin,
        params: { target: id },
        body: { name, password: goodPassword },
      });
    expect((await remove('Harbor')).status).toBe(409);
    expect((await remove('Harbour', 'unknown')).status).toBe(404);
    const first = (await list()).organizations.find(({ isFirst }) => isFirst);
    expect((await remove(first?.name ?? '', first?.id)).status).toBe(409);
    expect((await remove('Harbour')).status).toBe(200);
    expect((await service.send({ url: '/api/v1/migrations', bearer: key })).status).toBe(401);
    expect((await service.call('session', { cookie })).status).toBe(401);
    expect((await list('?search=Harbour')).total).toBe(0);
    if (harbour === undefined) throw new Error('The organization is missing.');
    const { organizations } = store.people;
    expect([
      await organizations.suspend(harbour, '', { by: 'test', now: 1 }),
      await organizations.rename(harbour, 'Haven', { by: 'test', now: 1 }),
      await store.erasure.endOrganization(harbour, { by: 'test', now: 1 }),
    ]).toEqual([false, 'unknown', false]);
    expect(await stored()).toEqual(before);
    expect(JSON.parse((await store.audit.read(0, 1_000)).at(-1)?.text ?? '')).toMatchObject({
      action: 'organization.delete',
      organization: target,
      details: { name: 'Harbour', keys: 1, members: 3 },
    });
    await service.call('createOrganization', { cookie: admin, body: { name: 'Harbour', email: 'ada@example.com' } });
    expect((await store.people.organizations.find('Harbour'))?.number).toBeGreaterThan(number);
  },
);

test(
  'a suspended organization refuses its modal and holds its webhooks until it is resumed',
  { tags: ['@X24'] },
  async () => {
    const { store } = service;
    const organization = await store.people.organizations.find((await store.seed.organization())?.id ?? '');
    if (organization === undefined) throw new Error('The seeded organization is missing.');
    const { number } = organization;
    const { path, accessToken } = await openModal(service, 'ada@example.com');
    const { body: link } = await service.send({
      method: 'POST',
      url: '/hosted-links/v1',
      body: { user_id: 'ada@example.com' },
    });
    const openLink = () =>
      service.send({
        method: 'POST',
        url: '/start/session',
        bearer: null,
        body: { link: new URL(link['url'] ?? '').hash.slice(1) },
      });
    const endpoint = { url: 'https://hooks.example.com', description: '', statuses: null, secret: 'whsec_c2VjcmV0' };
    const added = await store.webhooks.add(number, endpoint, { by: 'test', now: Date.now() });
    await store.webhooks.test(number, added?.id ?? '', { by: 'test', now: Date.now() });
    const claim = async () => {
      const now = Date.now() + 60_000;
      const limits = { limit: 10, perEndpoint: 5, perFailing: 1, perOrganization: 10 };
      return (await store.webhooks.claim({ now, claim: 'test', leaseMs: 1, ...limits })).length;
    };
    await store.people.organizations.suspend(organization, '', { by: 'test', now: Date.now() });
    const modal = async () => (await service.send({ url: `${path}/state`, bearer: null })).status;
    expect([await modal(), (await openLink()).status, await claim()]).toEqual([403, 403, 0]);
    const session = async () =>
      (
        await service.send({
          method: 'POST',
          url: '/api/v1/migration-modal',
          bearer: accessToken,
          body: { user_id: 'ada@example.com' },
        })
      ).status;
    expect(await session()).toBe(403);
    expect((await store.webhooks.backlog(Date.now() + 60_000)).oldestMs).toBe(0);
    await store.people.organizations.resume(organization, { by: 'test', now: Date.now() });
    expect([await modal(), (await openLink()).status, await claim(), await session()]).toEqual([200, 200, 1, 200]);
    await store.people.organizations.suspend(organization, '', { by: 'test', now: Date.now() }, true);
    expect(await store.people.organizations.resume(organization, { by: 'test', now: Date.now() })).toBe(false);
  },
);
