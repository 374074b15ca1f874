import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandLine } from '../store/base/actor.ts';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';
import { oneTimeCode } from '../testing/one-time-code.ts';

const email = 'ada@example.com';
const stepMs = 30_000;

let service: DashboardService;
/** Time for codes, in the middle of a step. */
let time: number;
beforeEach(async () => {
  service = await openDashboard();
  time = Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2;
  vi.spyOn(Date, 'now').mockImplementation(() => time);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.end();
});

const signIn = (code?: string, password = goodPassword) =>
  service.call('signIn', { body: { email, password, ...(code !== undefined && { code }) } });

/** Creates a user with a second factor. */
const withFactor = async () => {
  const { cookie, organization } = await service.join(email, 'owner');
  const { body: started } = await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } });
  const code = oneTimeCode(started.key, time);
  const { status, body } = await service.call('confirmSecondFactor', { cookie, body: { code } });
  expect(status).toBe(200);
  return { cookie, organization, key: started.key, codes: body.codes, confirmedWith: code };
};

const actions = async (): Promise<string[]> => {
  const entries = await service.store.audit.read(0, 1_000);
  return entries.map(({ text }) => (JSON.parse(text) as { action: string }).action);
};

test('dashboard: creates and logs a session only after password and code', { tags: ['@X24', '@T87'] }, async () => {
  const { key } = await withFactor();
  const before = await actions();
  const halfSignIn = await signIn();
  expect([halfSignIn.status, halfSignIn.body, halfSignIn.cookie]).toEqual([200, { needsCode: true }, undefined]);
  expect((await signIn('000000')).cookie).toBeUndefined();
  expect((await signIn(' ')).status).toBe(400);
  time += stepMs;
  const wrongSignIn = await signIn(oneTimeCode(key, time), 'not the password 7');
  expect([wrongSignIn.status, wrongSignIn.body.message]).toEqual([401, 'The email or password is wrong.']);
  expect((await actions()).slice(before.length)).toEqual([]);
  const doneSignIn = await signIn(oneTimeCode(key, time));
  expect([doneSignIn.status, doneSignIn.body]).toEqual([200, { needsCode: false }]);
  expect((await service.call('session', { cookie: doneSignIn.cookie })).status).toBe(200);
  expect((await actions()).slice(before.length)).toEqual(['session.begin']);
});

test('dashboard: a code works once, and after it no older code works', { tags: ['@X24', '@T87'] }, async () => {
  const { key, confirmedWith } = await withFactor();
  expect((await signIn(confirmedWith)).status).toBe(401);
  time += stepMs;
  const code = oneTimeCode(key, time);
  const many = await Promise.all([signIn(code), signIn(code), signIn(code)]);
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await signIn(code)).status).not.toBe(200);
  time += 60_000;
  const newer = oneTimeCode(key, time);
  const olderCode = oneTimeCode(key, time - stepMs);
  await service.data.execute('DELETE FROM rate_limits');
  expect((await signIn(newer)).status).toBe(200);
  expect((await signIn(olderCode)).status).toBe(401);
  // Clocks may differ by one step at most.
  expect((await signIn(oneTimeCode(key, time + stepMs))).status).toBe(200);
  expect((await signIn(oneTimeCode(key, time + 3 * stepMs))).status).toBe(401);
});

test(
  'dashboard: a user can try ten codes an hour, right codes included',
  { tags: ['@X24', '@T87', '@A3'] },
  async () => {
    const { key, cookie, organization } = await withFactor();
    time += stepMs;
    const right = oneTimeCode(key, time);
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried += 1) {
      // The limit of passwords per minute is separate.
      await service.data.execute("DELETE FROM rate_limits WHERE caller LIKE 'sign-in%'");
      const wrong = String((Number(right) + 1 + tried) % 1_000_000).padStart(6, '0');
      const from = `203.0.113.${tried}`;
      statuses.push(
        (await service.call('signIn', { body: { email, password: goodPassword, code: wrong }, from })).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    await service.data.execute("DELETE FROM rate_limits WHERE caller LIKE 'sign-in%'");
    const waits = await signIn(right);
    expect(waits.status).toBe(429);
    expect(Number(waits.headers['retry-after'])).toBeGreaterThan(600);
    expect((await actions()).filter((action) => action === 'person.slowed')).toHaveLength(1);
    // A caller that tries codes knows the password, so the audit log of the user's organizations has an entry.
    const { body: log } = await service.call('readAudit', { cookie, params: { organization } });
    expect(log.lines.filter(({ action }) => action === 'person.slowed')).toMatchObject([
      { subject: 'Name of owner', details: { tries: 10 } },
    ]);
  },
);

test(
  'dashboard: setup accepts five attempts at the first code, and then ends other sessions',
  { tags: ['@X24', '@T87'] },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const other = (await signIn()).cookie;
    const { body: started } = await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } });
    const right = oneTimeCode(started.key, time);
    const confirm = (code: string) => service.call('confirmSecondFactor', { cookie, body: { code } });
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const tries = await Promise.all(Array.from({ length: 8 }, () => confirm(wrong)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    expect((await confirm(right)).status).toBe(429);
    await service.data.execute('DELETE FROM rate_limits');
    expect((await confirm(right)).status).toBe(200);
    expect((await service.call('session', { cookie: other })).status).toBe(401);
    expect((await service.call('session', { cookie })).status).toBe(200);
  },
);

test(
  "dashboard: a code of a replaced secret doesn't turn on the second factor",
  { tags: ['@X24', '@T87'] },
  async () => {
    const { cookie } = await service.join(email, 'owner');
    const { id } = (await service.call('session', { cookie })).body.person;
    const { secondFactors } = service.store.people;
    await secondFactors.startSetup(id, 'the first secret');
    await secondFactors.startSetup(id, 'the one after it');
    const shown = { person: id, step: 1, codeHashes: [], session: 'none' };
    const confirm = (secret: string) => secondFactors.confirm({ ...shown, secret }, { by: id, now: time });
    expect([await confirm('the first secret'), await confirm('the one after it')]).toEqual([false, true]);
  },
);

test(
  'dashboard: a backup code works once, and the store has only hashes of backup codes',
  { tags: ['@X24', '@T87'] },
  async () => {
    const { codes, cookie } = await withFactor();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    const many = await Promise.all([signIn(first), signIn(first.toUpperCase()), signIn(first)]);
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await service.call('readSecondFactor', { cookie })).body).toEqual({ isOn: true, codesLeft: 9 });
    const renewResult = await service.call('renewBackupCodes', { cookie, body: { password: goodPassword } });
    expect(renewResult.body.codes).toHaveLength(10);
    expect((await signIn(second)).status).toBe(401);
    await service.data.execute('DELETE FROM rate_limits');
    expect((await signIn(renewResult.body.codes[0])).status).toBe(200);
    const stored = (await service.data.contents()).join('\n');
    for (const code of renewResult.body.codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replace('-', ''));
    }
  },
);

test('dashboard: every change of the second factor needs the password', { tags: ['@X24', '@T87'] }, async () => {
  const { cookie } = await service.join(email, 'owner');
  const wrong = { cookie, body: { password: 'not the password 7' } };
  expect((await service.call('beginSecondFactor', wrong)).status).toBe(403);
  await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } });
  expect((await service.call('confirmSecondFactor', { cookie, body: { code: '000000' } })).status).toBe(403);
  // An unconfirmed second factor asks for no code.
  expect((await signIn()).body).toEqual({ needsCode: false });
  const { body: secondReply } = await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } });
  const code = oneTimeCode(secondReply.key, time);
  expect((await service.call('confirmSecondFactor', { cookie, body: { code } })).status).toBe(200);
  expect((await service.call('endSecondFactor', wrong)).status).toBe(403);
  expect((await service.call('renewBackupCodes', wrong)).status).toBe(403);
  expect((await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } })).status).toBe(409);
  expect((await service.call('endSecondFactor', { cookie, body: { password: goodPassword } })).status).toBe(200);
  expect((await signIn()).body).toEqual({ needsCode: false });
  expect((await actions()).filter((action) => action === 'person.second-factor')).toHaveLength(2);
});

test(
  'dashboard: a user with a second factor needs a code to accept an invitation',
  { tags: ['@X24', '@T87'] },
  async () => {
    const { cookie, organization, key } = await withFactor();
    const { body: link } = await service.call('invite', {
      cookie,
      params: { organization },
      body: { email: 'eve@example.com', role: 'owner' },
    });
    expect(link.url).toContain('#/invitation/');
    const other = await service.join('owner@example.com', 'owner', 'Elsewhere');
    const { body: invited } = await service.call('invite', {
      cookie: other.cookie,
      params: { organization: other.organization },
      body: { email, role: 'support' },
    });
    const token = invited.url.split('/').at(-1) ?? '';
    const accept = (code?: string) =>
      service.call('acceptInvitation', {
        body: { token, password: goodPassword, ...(code !== undefined && { code }) },
      });
    const request = await accept();
    expect([request.body, request.cookie]).toEqual([{ needsCode: true }, undefined]);
    time += stepMs;
    const joined = await accept(oneTimeCode(key, time));
    expect([joined.status, joined.body]).toEqual([200, { needsCode: false }]);
  },
);

test('dashboard: a reset link removes a lost second factor', { tags: '@X24' }, async () => {
  const { cookie, organization } = await withFactor();
  const people = await service.call('listPeople', { cookie, params: { organization } });
  expect(people.body.members.map(({ signsIn }) => signsIn?.secondFactor)).toEqual([true]);
  const token = await service.resetToken(email);
  await service.call('resetAccess', { body: { token, password: goodPassword } });
  expect((await signIn()).body).toEqual({ needsCode: false });
  // The reset has its own entry, which lists what it removed.
  expect((await actions()).filter((action) => /^person\.(second-factor|reset)$/.test(action)).toSorted()).toEqual([
    'person.reset',
    'person.second-factor',
  ]);
  const again = (await signIn()).cookie;
  const { body: started } = await service.call('beginSecondFactor', {
    cookie: again,
    body: { password: goodPassword },
  });
  await service.call('confirmSecondFactor', { cookie: again, body: { code: oneTimeCode(started.key, time) } });
  await service.join('second@example.com', 'owner');
  const { body: session } = await service.call('session', { cookie: again });
  const [{ number = 0 } = {}] = await service.store.people.memberships(session.person.id);
  await service.store.people.removeMember(number, session.person.id, { by: commandLine, now: time });
  const rows = await service.data.countRows();
  expect([rows['person_second_factors'], rows['person_backup_codes']]).toEqual([0, 0]);
});

test('dashboard: one call ends all other sessions', { tags: '@X24' }, async () => {
  const { cookie } = await service.join(email, 'owner');
  const others = [(await signIn()).cookie, (await signIn()).cookie];
  const { body } = await service.call('endOtherSessions', { cookie });
  expect(body).toEqual({ ended: 2 });
  for (const other of others) expect((await service.call('session', { cookie: other })).status).toBe(401);
  expect((await service.call('session', { cookie })).status).toBe(200);
});

test('dashboard: an organization can require a second factor of every member', { tags: ['@X24', '@T87'] }, async () => {
  const plain = await service.join('plain@example.com', 'owner');
  const params = { organization: plain.organization };
  const requireFactor = (cookie: string, secondFactorRequired: boolean) =>
    service.call('changeOrganization', { cookie, params, body: { secondFactorRequired } });
  // An owner without a second factor would lock themselves out.
  expect(await requireFactor(plain.cookie, true)).toMatchObject({
    status: 409,
    body: { message: 'Turn on two-factor authentication for your account first.' },
  });
  const owner = await withFactor();
  expect((await requireFactor(owner.cookie, true)).status).toBe(200);
  const stateOf = async (cookie: string) => (await service.call('session', { cookie })).body.organizations;
  expect(await stateOf(owner.cookie)).toMatchObject([{ secondFactorRequired: true, mustEnroll: false }]);
  expect(await stateOf(plain.cookie)).toMatchObject([{ secondFactorRequired: true, mustEnroll: true }]);
  const [{ name } = { name: '' }] = await stateOf(owner.cookie);
  for (const call of ['listKeys', 'listPeople', 'readAudit', 'createKey', 'changeOrganization'] as const) {
    expect(await service.call(call, { cookie: plain.cookie, params })).toMatchObject({
      status: 403,
      body: { message: `${name} requires two-factor authentication. Turn it on for your account first.` },
    });
  }
  // A member can't turn off the second factor if the organization requires it.
  const password = { password: goodPassword };
  expect(await service.call('endSecondFactor', { cookie: owner.cookie, body: password })).toMatchObject({
    status: 409,
    body: { message: `${name} requires two-factor authentication.` },
  });
  // Enrolling gives access in the same session.
  const { body: started } = await service.call('beginSecondFactor', { cookie: plain.cookie, body: password });
  const code = oneTimeCode(started.key, time);
  expect((await service.call('confirmSecondFactor', { cookie: plain.cookie, body: { code } })).status).toBe(200);
  expect((await service.call('listKeys', { cookie: plain.cookie, params })).status).toBe(200);
  expect((await requireFactor(plain.cookie, false)).status).toBe(200);
  expect((await service.call('endSecondFactor', { cookie: owner.cookie, body: password })).status).toBe(200);
  const changes = (await service.store.audit.read(0, 1_000))
    .map(({ text }) => JSON.parse(text) as { action: string; details?: object })
    .filter(({ action }) => action === 'organization.change');
  expect(changes.map(({ details }) => details)).toEqual([{ secondFactor: true }, { secondFactor: false }]);
});
