import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeApiKey } from '../store/secrets.ts';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';
import { createRefusedCalls, type RefusedCalls } from './refused-calls.ts';

let service: DashboardService;
let admin: string;
let refusedCalls: RefusedCalls;
beforeEach(async () => {
  // Assigned after the service starts, because refused calls are written to its store.
  service = await openDashboard({ refusedCalls: { add: (...refused) => refusedCalls.add(...refused) } });
  refusedCalls = createRefusedCalls(service.store);
  admin = (await service.join('root@example.com', 'owner', 'Operations')).cookie;
  await service.store.people.instanceAdmins.grant('root@example.com', 1);
});
afterEach(() => service.end());

const list = async (query = '') => (await service.call('listOrganizations', { cookie: admin, query })).body;
const idOf = async (name: string) => (await list(`?search=${name}`)).organizations[0]?.id ?? '';
const create = (name: string, email = 'ada@example.com') =>
  service.call('createOrganization', { cookie: admin, body: { name, email } });
const keyOf = async (organization: string) =>
  (await makeApiKey(service.store.keys, { description: 'Harbour', organization }, Date.now())).apiKey;
const audited = async () =>
  (await service.store.audit.read(0, 1_000)).map(({ text }) => JSON.parse(text) as Record<string, string>);

test(
  'an instance administrator creates, finds and renames organizations without being a member',
  { tags: ['@X24', '@T80'] },
  async () => {
    const created = await create('Harbour');
    expect([created.status, created.body.url]).toEqual([200, expect.stringContaining('/dashboard/#/invitation/')]);
    expect((await create(' HARBOUR ')).body.message).toBe(
      'An organization with this name already exists; capitalization is ignored. Choose another name.',
    );
    const { organizations, total } = await list();
    expect([total, organizations.map(({ isFirst }) => isFirst).toSorted()]).toEqual([3, [false, false, true]]);
    expect(organizations).toEqual(organizations.toSorted((one, other) => one.name.localeCompare(other.name, 'en')));
    const target = await idOf('harb');
    expect((await list(`?search=${target}`)).total).toBe(1);
    expect((await list('?page=2')).organizations).toEqual([]);
    const rename = (name: string) =>
      service.call('renameOrganization', { cookie: admin, params: { target }, body: { name } });
    expect((await rename('operations')).status).toBe(409);
    expect((await rename('HARBOUR')).status).toBe(200);
    expect((await list('?search=harbour')).organizations).toMatchObject([{ id: target, name: 'HARBOUR' }]);
    const token = created.body.url.split('/').at(-1) ?? '';
    const joined = await service.call('acceptInvitation', { body: { token, name: 'Ada', password: goodPassword } });
    const { body: session } = await service.call('session', { cookie: joined.cookie });
    expect([session.isInstanceAdmin, session.organizations.map(({ name, role }) => [name, role])]).toEqual([
      false,
      [['HARBOUR', 'owner']],
    ]);
    expect((await audited()).filter(({ action }) => action?.startsWith('organization.'))).toMatchObject([
      { action: 'organization.create', organization: target, details: { name: 'Harbour' } },
      { action: 'organization.rename', organization: target, details: { from: 'Harbour', to: 'HARBOUR' } },
    ]);
  },
);

test(
  'only instance administrators can make these calls, and each refusal is audited',
  { tags: ['@X24', '@T80'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Harbour');
    const params = { target: await idOf('Harbour') };
    const { cookie } = owner;
    const replies = [
      await service.call('listOrganizations', { cookie }),
      await service.call('createOrganization', { cookie, body: { name: 'X', email: 'x@example.com' } }),
      await service.call('renameOrganization', { cookie, params, body: { name: 'X' } }),
      await service.call('suspendOrganization', { cookie, params, body: { reason: '', password: goodPassword } }),
      await service.call('resumeOrganization', { cookie, params }),
      await service.call('deleteOrganization', { cookie, params, body: { name: 'Harbour', password: goodPassword } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await service.store.people.instanceAdmins.revoke('root@example.com', 2)).toBe(true);
    expect((await service.call('listOrganizations', { cookie: admin })).status).toBe(403);
    await refusedCalls.flush();
    const { id } = (await service.call('session', { cookie })).body.person;
    const names = ['list', 'create', 'rename', 'suspend', 'resume', 'delete'];
    const calls = Object.fromEntries(
      names.map((name) => [name === 'list' ? 'listOrganizations' : `${name}Organization`, 1]),
    );
    const [ownEntry, formerEntry] = (await audited()).slice(-2);
    expect(ownEntry).toMatchObject({
      action: 'person.refused',
      by: id,
      subject: id,
      details: { role: 'member', calls },
    });
    expect(formerEntry).toMatchObject({ action: 'person.refused', details: { calls: { listOrganizations: 1 } } });
  },
);

test(
  'a suspended organization refuses its keys, its tokens and changes by members, until it is resumed',
  { tags: ['@X24', '@T80'] },
  async () => {
    const { cookie, organization } = await service.join('owner@example.com', 'owner', 'Harbour');
    const key = await keyOf('Harbour');
    const linked = await service.send({ method: 'POST', url: '/api/v1/link-token', bearer: key, body: {} });
    const linkToken: string = linked.body['link_token'] ?? '';
    const exchange = () =>
      service.send({ method: 'POST', url: '/api/v1/access-token', bearer: linkToken, body: { link_token: linkToken } });
    const target = await idOf('Harbour');
    const suspend = (password: string) =>
      service.call('suspendOrganization', { cookie: admin, params: { target }, body: { reason: 'Unpaid', password } });
    expect((await suspend('wrong password 1')).status).toBe(403);
    expect((await service.send({ url: '/api/v1/migrations', bearer: key })).status).toBe(200);
    expect((await suspend(goodPassword)).status).toBe(200);
    const refused = await service.send({ url: '/api/v1/migrations', bearer: key });
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        type: 'api_error',
        message: 'This organization is suspended. Contact the operator of this service.',
      },
    ]);
    expect((await exchange()).status).toBe(403);
    const params = { organization };
    const { body: session } = await service.call('session', { cookie });
    expect(session.organizations[0]?.suspended).toMatchObject({ reason: 'Unpaid' });
    expect((await service.call('listKeys', { cookie, params })).status).toBe(200);
    const changed = await service.call('createKey', { cookie, params, body: { description: 'CI', scopes: ['read'] } });
    expect([changed.status, changed.body.message]).toEqual([
      403,
      'Harbour is suspended, so you can only view its data.',
    ]);
    const { lines } = (await service.call('readAudit', { cookie, params })).body;
    expect(lines[0]).toMatchObject({ action: 'organization.suspend', by: 'Instance administrator', from: null });
    expect((await service.call('resumeOrganization', { cookie: admin, params: { target } })).status).toBe(200);
    expect((await service.call('resumeOrganization', { cookie: admin, params: { target } })).status).toBe(409);
    expect((await exchange()).status).toBe(200);
    expect((await service.send({ url: '/api/v1/migrations', bearer: key })).status).toBe(200);
  },
);
