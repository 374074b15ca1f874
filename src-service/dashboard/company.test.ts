import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientId, clientSecret, type RunningProvider, startProvider } from '../testing/company-provider.ts';
import { dashboardOrigin, type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';
import { oneTimeCode } from '../testing/one-time-code.ts';
import { createAttempts } from './attempts.ts';
import { startReset } from './invitations.ts';

const ada = { subject: 'ada-7', email: 'Ada@example.com', name: 'Ada Lindqvist' } as const;
const email = ada.email.toLowerCase();

let provider: RunningProvider;
let service: DashboardService;
beforeAll(async () => {
  provider = await startProvider(`${dashboardOrigin}/dashboard/`);
});
afterAll(() => provider.end());
beforeEach(async () => {
  service = await openDashboard({ company: { issuer: provider.issuer, clientId, clientSecret } });
});
afterEach(() => service.end());

const companyCookie = (headers: Readonly<Record<string, unknown>>): string =>
  String([headers['set-cookie'] ?? ''].flat().find((line) => String(line).startsWith('ferry.company='))).split(
    ';',
  )[0] ?? '';

/** The provider's redirect URL, and the cookie of the browser that started. */
const start = async () => {
  const { body, headers } = await service.call('beginCompanySignIn');
  return { url: body.url, cookie: companyCookie(headers) };
};

const finish = (answer: string, cookie?: string) => service.call('finishCompanySignIn', { cookie, body: { answer } });

/** Signs one user in completely. */
const signIn = async (who: Parameters<RunningProvider['signsIn']>[0]) => {
  provider.signsIn(who);
  const { url, cookie } = await start();
  const back = await provider.visit(url);
  return { ...(await finish(back.search, cookie)), answer: back.search, browser: cookie };
};

const actions = async (): Promise<string[]> => {
  const entries = await service.store.audit.read(0, 1_000);
  return entries.map(({ text }) => (JSON.parse(text) as { action: string }).action);
};

/** Creates an owner and an invitation by that owner. */
const inviting = async (invited: string, organization = 'Acme') => {
  const owner = await service.join(`owner-${organization}@example.com`.toLowerCase(), 'owner', organization);
  const params = { organization: owner.organization };
  await service.call('invite', { cookie: owner.cookie, params, body: { email: invited, role: 'support' } });
  return owner;
};

/** Organizations of a session, and those with an open invitation. */
const placesOf = async (cookie: string | undefined) => {
  const { body } = await service.call('session', { cookie });
  const names = (places: readonly { readonly name: string }[]) => places.map(({ name }) => name);
  return { in: names(body.organizations), invitedTo: names(body.invitations) };
};

const acceptAll = async (cookie: string | undefined): Promise<void> => {
  const { body } = await service.call('session', { cookie });
  for (const { id } of body.invitations) {
    const { status } = await service.call('acceptOffered', { cookie, params: { invitation: id } });
    expect(status).toBe(200);
  }
};

test(
  'dashboard: a company user joins an organization only by accepting its invitation',
  { tags: ['@X24', '@T89'] },
  async () => {
    await inviting(email);
    const first = await signIn(ada);
    expect([first.status, first.body]).toEqual([200, { needsCode: false, invitedTo: [] }]);
    const { body: session } = await service.call('session', { cookie: first.cookie });
    expect(session.person).toMatchObject({ name: 'Ada Lindqvist', email, hasPassword: false });
    expect(await placesOf(first.cookie)).toEqual({ in: [], invitedTo: ['Acme'] });
    expect((await actions()).slice(-2)).toEqual(['person.company', 'session.begin']);
    await acceptAll(first.cookie);
    expect(await placesOf(first.cookie)).toEqual({ in: ['Acme'], invitedTo: [] });
    await inviting(email, 'Elsewhere');
    const secondReply = await signIn(ada);
    expect(await placesOf(secondReply.cookie)).toEqual({ in: ['Acme'], invitedTo: ['Elsewhere'] });
    const renamedSignIn = await signIn({ ...ada, email: 'ada.new@example.com' });
    expect((await service.call('session', { cookie: renamedSignIn.cookie })).body.person.id).toBe(session.person.id);
  },
);

test('a member starts at most 60 sessions an hour with company sign-in', { tags: ['@X30', '@A17'] }, async () => {
  await inviting(email);
  const { cookie } = await signIn(ada);
  const { body: session } = await service.call('session', { cookie });
  const attempts = createAttempts(service.store);
  for (let sessions = 0; sessions < 58; sessions++) await attempts.session(session.person.id, '203.0.113.9');
  expect([(await signIn(ada)).status, (await signIn(ada)).status]).toEqual([200, 429]);
});

test(
  'dashboard: only the invited user can accept an invitation, once and in time',
  { tags: ['@X24', '@T89'] },
  async () => {
    await inviting(email);
    const eve = await service.join('eve@example.com', 'owner', 'Elsewhere');
    const { cookie } = await signIn(ada);
    const { body } = await service.call('session', { cookie });
    const params = { invitation: body.invitations[0]?.id ?? '' };
    const accept = (by: string | undefined) => service.call('acceptOffered', { cookie: by, params });
    expect((await accept(eve.cookie)).status).toBe(410);
    await service.data.execute(`UPDATE invitations SET expires = ${Date.now() - 1}`);
    expect((await accept(cookie)).status).toBe(410);
    await service.data.execute(`UPDATE invitations SET expires = ${Date.now() + 60_000}`);
    expect([(await accept(cookie)).status, (await accept(cookie)).status]).toEqual([200, 410]);
  },
);

test(
  "dashboard: an organization sees a member's account changes only from the time the member joined",
  { tags: ['@X24', '@T80'] },
  async () => {
    await service.join(email, 'owner', 'Acme');
    for (let round = 0; round < 3; round++) await service.call('signIn', { body: { email, password: goodPassword } });
    const token = await service.invitationToken(email, 'support', 'Elsewhere');
    const owner = await service.join('bob@example.com', 'owner', 'Elsewhere');
    const params = { organization: owner.organization };
    const membershipsOfAda = async () => {
      const { body: log } = await service.call('readAudit', { cookie: owner.cookie, params });
      return log.lines
        .filter(({ by }) => by === 'Name of owner' || by === 'Name of support')
        .map(({ action }) => action);
    };
    await service.call('acceptInvitation', { body: { token, password: goodPassword } });
    const { body: people } = await service.call('listPeople', { cookie: owner.cookie, params });
    expect(people.members.map((member) => member.email)).toContain(email);
    // Two entries by Bob, one for each organization he joined, and Ada's sign-in after joining.
    expect((await membershipsOfAda()).toSorted()).toEqual([
      'person.join',
      'person.join',
      'session.begin',
      'session.begin',
    ]);
    await service.call('signIn', { body: { email, password: goodPassword } });
    expect(await membershipsOfAda()).toHaveLength(5);
  },
);

test('dashboard: company sign-in finds the existing user who has a password', { tags: '@X24' }, async () => {
  const { cookie } = await service.join(email, 'owner');
  const { body: before } = await service.call('session', { cookie });
  const { cookie: own } = await signIn(ada);
  const { body: session } = await service.call('session', { cookie: own });
  expect([session.person.id, session.person.hasPassword]).toEqual([before.person.id, true]);
});

test('dashboard: a user with a password sees which invitations need their link opened', { tags: '@X24' }, async () => {
  await service.join(email, 'owner');
  const notifications = async () => (await signIn(ada)).body.invitedTo;
  expect(await notifications()).toEqual([]);
  await service.invitationToken(email, 'support', 'Brightwater');
  await service.data.execute(`UPDATE invitations SET expires = ${Date.now() - 1}`);
  const token = await service.invitationToken(email, 'support', 'Elsewhere');
  expect(await notifications()).toEqual(['Elsewhere']);
  const { status } = await service.call('acceptInvitation', { body: { token, name: 'Ada', password: goodPassword } });
  expect([status, await notifications()]).toEqual([200, []]);
});

test('dashboard: refuses uninvited, unverified and reassigned addresses', { tags: ['@X24', '@T89'] }, async () => {
  await inviting(email);
  await inviting('kim@example.com', 'Elsewhere');
  const before = await service.data.countRows();
  const refused = async (who: Parameters<typeof signIn>[0]) => {
    const { status, cookie, body } = await signIn(who);
    expect([status, cookie]).toEqual([403, undefined]);
    return body.message;
  };
  expect(await refused({ subject: 'eve-1', email: 'eve@example.com' })).toMatch(/has no invitation/);
  expect(await refused({ ...ada, verified: false })).toMatch(/verified/);
  // The Kelvin sign, which lower-cases to k.
  expect(await refused({ subject: 'eve-2', email: '\u212Aim@example.com' })).toMatch(/verified/);
  await service.data.execute(`UPDATE invitations SET expires = ${Date.now() - 1}`);
  expect(await refused(ada)).toMatch(/has no invitation/);
  const { people, members, person_accounts: accounts } = await service.data.countRows();
  expect({ people, members, accounts }).toEqual({
    people: before['people'],
    members: before['members'],
    accounts: before['person_accounts'],
  });
  // An owner's email address is reassigned to another employee, with another ID at the provider.
  await service.join(email, 'owner');
  expect((await signIn(ada)).status).toBe(200);
  expect(await refused({ ...ada, subject: 'ada-the-second' })).toMatch(/another company account/);
});

test('dashboard: a previous owner of an email address gets no new access', { tags: ['@X24', '@T89'] }, async () => {
  const eve = await service.join('eve@example.com', 'owner', 'Elsewhere');
  const params = { organization: eve.organization };
  const { body: link } = await service.call('invite', {
    cookie: eve.cookie,
    params,
    body: { email, role: 'support' },
  });
  const token = link.url.split('/').at(-1) ?? '';
  const acceptResult = await service.call('acceptInvitation', { body: { token, name: 'Ada', password: goodPassword } });
  await inviting(email, 'Acme');
  for (const { cookie } of [await signIn(ada), await signIn(ada), acceptResult]) {
    const { body: session } = await service.call('session', { cookie });
    expect(session.organizations.map(({ name }) => name)).toEqual(['Elsewhere']);
  }
});

test("dashboard: a name that the databases can't store is ignored", { tags: '@X24' }, async () => {
  await inviting(email);
  const { status, cookie } = await signIn({ ...ada, name: 'Ada\0' });
  expect(status).toBe(200);
  expect((await service.call('session', { cookie })).body.person.name).toBe(email);
});

test(
  'dashboard: a sign-in response works once, in its browser, and only while it is fresh',
  { tags: ['@X24', '@T89'] },
  async () => {
    await service.join(email, 'owner');
    provider.signsIn(ada);
    const failing = async (answer: string, cookie?: string): Promise<void> => {
      const reply = await finish(answer, cookie);
      expect([reply.status, reply.cookie]).toEqual([401, undefined]);
    };
    const usedSignIn = await signIn(ada);
    expect(usedSignIn.status).toBe(200);
    // Replays the response, with its own cookie and with that of a later sign-in.
    await failing(usedSignIn.answer, usedSignIn.browser);
    await failing(usedSignIn.answer, (await start()).cookie);
    // Another browser, and no cookie: a link with someone else's response must not sign in a user.
    for (const cookie of [(await start()).cookie, undefined]) {
      await failing((await provider.visit((await start()).url)).search, cookie);
    }
    const changed = async (
      asking: (url: URL) => void,
      answering: (answer: URLSearchParams) => void = () => undefined,
    ): Promise<void> => {
      const { url, cookie } = await start();
      const requestUrl = new URL(url);
      asking(requestUrl);
      const { searchParams } = await provider.visit(requestUrl.href);
      answering(searchParams);
      await failing(`?${searchParams}`, cookie);
    };
    const same = (): void => undefined;
    await changed((url) => url.searchParams.set('state', 'another'));
    await changed((url) => url.searchParams.set('nonce', 'another'));
    await changed((url) => url.searchParams.set('code_challenge', 'x'.repeat(43)));
    await changed(same, (answer) => answer.set('iss', 'https://evil.example'));
    await changed(same, (answer) => answer.set('code', 'made-up'));
    await changed(same, (answer) => {
      answer.delete('code');
      answer.set('error', 'access_denied');
    });
    // Injects the code of one sign-in into the response of another.
    const [mine, theirs] = [await start(), await start()];
    const [code, answer] = [await provider.visit(mine.url), await provider.visit(theirs.url)];
    answer.searchParams.set('code', code.searchParams.get('code') ?? '');
    await failing(answer.search, theirs.cookie);
    const late = await start();
    const back = await provider.visit(late.url);
    await service.data.execute('UPDATE sign_in_challenges SET expires = 1');
    await failing(back.search, late.cookie);
  },
);

test('dashboard: refuses a sign-in response from another provider', { tags: ['@X24', '@T89'] }, async () => {
  await service.join(email, 'owner');
  const other = await startProvider(`${dashboardOrigin}/dashboard/`);
  try {
    other.signsIn(ada);
    const { url, cookie } = await start();
    const back = await other.visit(url.replace(provider.issuer, other.issuer));
    const reply = await finish(back.search, cookie);
    expect([reply.status, reply.cookie]).toEqual([401, undefined]);
  } finally {
    await other.end();
  }
});

test(
  'dashboard: company sign-in asks for the second factor in the same browser',
  { tags: ['@X24', '@T89'] },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const { body: started } = await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } });
    const now = Date.now();
    await service.call('confirmSecondFactor', { cookie, body: { code: oneTimeCode(started.key, now - 30_000) } });
    const before = await actions();
    const halfSignIn = await signIn(ada);
    expect([halfSignIn.status, halfSignIn.body, halfSignIn.cookie]).toEqual([
      200,
      { needsCode: true, invitedTo: [] },
      undefined,
    ]);
    const code = (text: string, browser?: string) =>
      service.call('finishCompanyCode', { cookie: browser, body: { code: text } });
    const right = oneTimeCode(started.key, now);
    expect((await code(right, (await start()).cookie)).status).toBe(401);
    expect((await code(right)).status).toBe(401);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect((await code(wrong, halfSignIn.browser)).status).toBe(401);
    expect(await actions()).toEqual(before);
    const done = await code(right, halfSignIn.browser);
    expect([done.status, (await service.call('session', { cookie: done.cookie })).body.person.email]).toEqual([
      200,
      email,
    ]);
    expect((await code(right, halfSignIn.browser)).status).toBe(401);
  },
);

test(
  'dashboard: a reset unlinks company sign-in, and a removed user needs a new invitation',
  { tags: ['@X24', '@T89'] },
  async () => {
    await service.join('owner@example.com', 'owner');
    await service.join(email, 'support');
    const { cookie } = await signIn(ada);
    const link = await startReset(service.store, email, 'http://127.0.0.1:8600', Date.now());
    const token = link?.url.split('/').at(-1) ?? '';
    await service.call('resetAccess', { body: { token, password: goodPassword } });
    expect((await service.call('session', { cookie })).status).toBe(401);
    expect((await signIn({ ...ada, verified: false })).status).toBe(403);
    const ownSignIn = await signIn(ada);
    const { body: session } = await service.call('session', { cookie: ownSignIn.cookie });
    const [{ number = 0 } = {}] = await service.store.people.memberships(session.person.id);
    await service.store.people.removeMember(number, session.person.id, { by: 'command line', now: Date.now() });
    expect((await signIn(ada)).status).toBe(403);
  },
);

test(
  'dashboard: company sign-in is off by default, and reports an unavailable provider',
  { tags: '@X24' },
  async () => {
    const silent = await openDashboard({ company: { issuer: 'http://127.0.0.1:1', clientId, clientSecret } });
    const withoutService = await openDashboard();
    try {
      expect((await silent.call('waysIn')).body).toEqual({ company: true });
      expect((await silent.call('beginCompanySignIn')).status).toBe(503);
      expect((await withoutService.call('waysIn')).body).toEqual({ company: false });
      expect((await withoutService.call('beginCompanySignIn')).status).toBe(404);
      expect((await withoutService.call('finishCompanySignIn', { body: { answer: '?code=a&state=b' } })).status).toBe(
        404,
      );
    } finally {
      await silent.end();
      await withoutService.end();
    }
  },
);
