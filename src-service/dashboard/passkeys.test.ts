import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAttempts } from './attempts.ts';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';
import { oneTimeCode } from '../testing/one-time-code.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '../testing/software-passkey.ts';

const email = 'ada@example.com';
const place = { origin: 'https://ferry.example', host: 'ferry.example' } as const;

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard({ publicUrl: place.origin });
});
afterEach(() => service.end());

const start = async (cookie: string, password = goodPassword) =>
  service.call('beginPasskey', { cookie, body: { password } });

const add = async (cookie: string, passkey: SoftwarePasskey, counter = 0): Promise<void> => {
  const { body } = await start(cookie);
  expect(Object.keys(body)).not.toContain('extensions');
  const credential = passkey.create({ ...place, challenge: body.challenge, counter });
  const { status } = await service.call('addPasskey', { cookie, body: { name: 'Phone', credential } });
  expect(status).toBe(200);
};

const challenge = async (): Promise<string> => (await service.call('beginPasskeySignIn')).body.challenge;

const signIn = (credential: ReturnType<SoftwarePasskey['get']>) =>
  service.call('signInByPasskey', { body: { credential } });

const listed = async (cookie: string): Promise<string[]> =>
  (await service.call('readPasskeys', { cookie })).body.map(({ name }) => name);

const actions = async (): Promise<string[]> => {
  const entries = await service.store.audit.read(0, 1_000);
  return entries.map(({ text }) => (JSON.parse(text) as { action: string }).action);
};

test(
  'dashboard: a passkey signs in without a password, and its use and removal are logged',
  { tags: '@X24' },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const { body: started } = await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } });
    await service.call('confirmSecondFactor', { cookie, body: { code: oneTimeCode(started.key) } });
    const before = (await actions()).length;
    const passkey = createSoftwarePasskey();
    await add(cookie, passkey);
    const { status, cookie: own } = await signIn(passkey.get({ ...place, challenge: await challenge() }));
    expect(status).toBe(200);
    expect((await service.call('session', { cookie: own })).body.person.email).toBe(email);
    const [used] = (await service.call('readPasskeys', { cookie: own })).body;
    expect(used).toMatchObject({ name: 'Phone', id: passkey.id, lastUsed: expect.any(String) });
    expect((await service.call('removePasskey', { cookie: own, params: { passkey: passkey.id } })).status).toBe(200);
    expect((await actions()).slice(before)).toEqual(['person.passkey', 'session.begin', 'person.passkey']);
  },
);

test('a member starts at most 60 sessions an hour with passkeys', { tags: ['@X30', '@A17'] }, async () => {
  const { cookie } = await service.join(email, 'owner');
  const passkey = createSoftwarePasskey();
  await add(cookie, passkey);
  const { body: session } = await service.call('session', { cookie });
  const attempts = createAttempts(service.store);
  for (let sessions = 0; sessions < 59; sessions++) await attempts.session(session.person.id, '203.0.113.9');
  const statuses = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    statuses.push((await signIn(passkey.get({ ...place, challenge: await challenge() }))).status);
  }
  expect(statuses).toEqual([200, 429]);
});

test(
  'dashboard: a new passkey needs the password, a fresh challenge, the right site and user verification',
  { tags: ['@X24', '@T88'] },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const eve = await service.join('eve@example.com', 'support');
    expect((await start(cookie, 'not the password 7')).status).toBe(403);
    const fresh = async (): Promise<string> => (await start(cookie)).body.challenge;
    const passkey = createSoftwarePasskey();
    const wrong = [
      passkey.create({ ...place, challenge: 'made-up' }),
      passkey.create({ ...place, challenge: (await start(eve.cookie)).body.challenge }),
      passkey.create({ ...place, challenge: await challenge() }),
      passkey.create({ ...place, challenge: await fresh(), origin: 'https://evil.example' }),
      passkey.create({ ...place, challenge: await fresh(), host: 'evil.example' }),
      passkey.create({ ...place, challenge: await fresh(), verified: false }),
    ];
    for (const [index, credential] of wrong.entries()) {
      const { status } = await service.call('addPasskey', { cookie, body: { name: 'Phone', credential } });
      expect([index, status]).toEqual([index, 403]);
    }
    const right = passkey.create({ ...place, challenge: await fresh() });
    const many = await Promise.all(
      [1, 2, 3].map(() => service.call('addPasskey', { cookie, body: { name: 'Phone', credential: right } })),
    );
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    // A passkey must not work for another user.
    const { body: others } = await start(eve.cookie);
    const taken = passkey.create({ ...place, challenge: others.challenge });
    const secondReply = await service.call('addPasskey', {
      cookie: eve.cookie,
      body: { name: 'Mine', credential: taken },
    });
    expect([secondReply.status, await listed(cookie), await listed(eve.cookie)]).toEqual([409, ['Phone'], []]);
  },
);

test(
  'dashboard: a passkey response signs in once, for this site, with user verification',
  { tags: ['@X24', '@T88'] },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const eve = await service.join('eve@example.com', 'support');
    const [passkey, unknown] = [createSoftwarePasskey(), createSoftwarePasskey()];
    await add(cookie, passkey);
    const { id } = (await service.call('session', { cookie: eve.cookie })).body.person;
    const lateChallenge = await challenge();
    await service.data.execute('UPDATE sign_in_challenges SET expires = 1');
    const forgedAssertion = passkey.get({ ...place, challenge: await challenge() });
    const used = passkey.get({ ...place, challenge: await challenge() });
    expect((await signIn(used)).status).toBe(200);
    const before = await actions();
    const wrong = [
      used,
      unknown.get({ ...place, challenge: await challenge() }),
      { ...unknown.get({ ...place, challenge: await challenge() }), id: passkey.id, rawId: passkey.id },
      passkey.get({ ...place, challenge: 'made-up' }),
      passkey.get({ ...place, challenge: lateChallenge }),
      passkey.get({ ...place, challenge: (await start(cookie)).body.challenge }),
      passkey.get({ ...place, challenge: await challenge(), origin: 'https://evil.example' }),
      passkey.get({ ...place, challenge: await challenge(), host: 'evil.example' }),
      passkey.get({ ...place, challenge: await challenge(), verified: false }),
      passkey.get({ ...place, challenge: await challenge(), userHandle: id }),
      { ...forgedAssertion, response: { ...forgedAssertion.response, signature: used.response.signature } },
      { ...forgedAssertion, response: { ...forgedAssertion.response, clientDataJSON: 'e30' } },
    ];
    const replies = [];
    for (const credential of wrong) replies.push(await signIn(credential));
    for (const [index, { status, cookie: own, text }] of replies.entries()) {
      expect([index, status, own, text]).toEqual([index, 401, undefined, replies[0]?.text]);
    }
    expect(await actions()).toEqual(before);
  },
);

test(
  'dashboard: a cloned passkey is detected, and of concurrent responses only one is accepted',
  { tags: ['@X24', '@T88'] },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const passkey = createSoftwarePasskey();
    await add(cookie, passkey, 5);
    const answer = async (counter: number) => passkey.get({ ...place, challenge: await challenge(), counter });
    expect((await signIn(await answer(7))).status).toBe(200);
    for (const counter of [0, 6, 7])
      expect([counter, (await signIn(await answer(counter))).status]).toEqual([counter, 401]);
    const entries = await service.store.audit.read(0, 1_000);
    const notified = entries.map(({ text }) => JSON.parse(text) as Record<string, unknown>).slice(-3);
    const entry = { action: 'person.passkey-copied', by: 'service', from: '127.0.0.1', details: { name: 'Phone' } };
    expect(notified).toMatchObject([entry, entry, entry]);
    const twins = await Promise.all([answer(9), answer(9), answer(9)]);
    const many = await Promise.all(twins.map(signIn));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    const one = await answer(10);
    const same = await Promise.all([signIn(one), signIn(one), signIn(one)]);
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
  },
);

test('dashboard: refuses removed passkeys and passkeys from before a reset', { tags: ['@X24', '@T88'] }, async () => {
  await service.join('owner@example.com', 'owner');
  const { cookie } = await service.join(email, 'support');
  const [removed, stored] = [createSoftwarePasskey(), createSoftwarePasskey()];
  await add(cookie, removed);
  await add(cookie, stored);
  await service.call('removePasskey', { cookie, params: { passkey: removed.id } });
  const tries = async (passkey: SoftwarePasskey): Promise<number> =>
    (await signIn(passkey.get({ ...place, challenge: await challenge() }))).status;
  expect([await tries(removed), await tries(stored)]).toEqual([401, 200]);
  const token = await service.resetToken(email);
  const acceptedReply = await service.call('resetAccess', { body: { token, password: goodPassword } });
  expect(await tries(stored)).toBe(401);
  const last = createSoftwarePasskey();
  await add(acceptedReply.cookie ?? '', last);
  const { body: session } = await service.call('session', { cookie: acceptedReply.cookie });
  const [{ number = 0 } = {}] = await service.store.people.memberships(session.person.id);
  await service.store.people.removeMember(number, session.person.id, { by: 'command line', now: Date.now() });
  expect(await tries(last)).toBe(401);
  expect((await service.data.countRows())['person_passkeys']).toBe(0);
});

test('dashboard: users remove only their own passkeys, and challenges expire', { tags: ['@X24', '@T88'] }, async () => {
  const { cookie } = await service.join(email, 'owner');
  const eve = await service.join('eve@example.com', 'owner');
  const passkey = createSoftwarePasskey();
  await add(cookie, passkey);
  const remove = await service.call('removePasskey', { cookie: eve.cookie, params: { passkey: passkey.id } });
  expect([remove.status, await listed(cookie)]).toEqual([404, ['Phone']]);
  await challenge();
  await service.store.people.forget((await service.clock.now()) + 3_600_000);
  expect((await service.data.countRows())['sign_in_challenges']).toBe(0);
});

test(
  "dashboard: earlier successful sign-ins don't limit a sign-in with a passkey",
  { tags: ['@X24', '@T88'] },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const passkey = createSoftwarePasskey();
    await add(cookie, passkey);
    for (let round = 0; round < 25; round += 1) {
      expect((await signIn(passkey.get({ ...place, challenge: await challenge() }))).status).toBe(200);
    }
  },
);

test(
  'dashboard: challenges have a limit that is separate from wrong passwords',
  { tags: ['@X24', '@T88', '@A2'] },
  async () => {
    await service.join(email, 'owner');
    const from = '203.0.113.9';
    const statuses: number[] = [];
    for (let round = 0; round < 62; round += 1)
      statuses.push((await service.call('beginPasskeySignIn', { from })).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429]);
    const byPassword = await service.call('signIn', { body: { email, password: goodPassword }, from });
    expect(byPassword.status).toBe(200);
  },
);

test('dashboard: a network has 20 failed passkey sign-ins a minute', { tags: ['@X24', '@T88'] }, async () => {
  const unknown = createSoftwarePasskey();
  const statuses: number[] = [];
  for (let round = 0; round < 22; round += 1)
    statuses.push((await signIn(unknown.get({ ...place, challenge: await challenge() }))).status);
  expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429]);
});

test("dashboard: explains that passkeys don't work with IP addresses", { tags: '@X24' }, async () => {
  const numbers = await openDashboard();
  try {
    const { cookie } = await numbers.join(email, 'owner');
    for (const reply of [
      await numbers.call('beginPasskey', { cookie, body: { password: goodPassword } }),
      await numbers.call('beginPasskeySignIn'),
    ]) {
      expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('localhost')]);
    }
  } finally {
    await numbers.end();
  }
});
