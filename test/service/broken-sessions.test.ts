import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationActivitySchema, sessionListSchema } from '#shared/activity-api/activity.ts';
import type { CauseCode } from '#shared/activity-api/causes.ts';
import { openModal } from '#service/testing/modal-flow.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { startHostileServer } from '#test/fixtures/service/hostile-dav-server.ts';
import { inTime, openMigrating } from './dav-migrating.ts';

const canary = 'Canary7f3a';
/** Together 200 sessions, of which at least 190 must name the fault. */
const [practiceCount, serverCount, maxMissed] = [160, 40, 5];
const seed = 20_261_127;

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 }, { allowControl: true });
});
afterAll(() => service.end());

const advance = (seconds: number) =>
  service.send({ method: 'POST', url: '/control/clock', body: { advance_seconds: seconds } });
const stop = (id: string) =>
  service.send({ method: 'POST', url: `/control/migrations/${id}/status`, body: { status: 'FAILED' } });

interface Client {
  readonly id: string;
  readonly post: (call: string, body: unknown) => Promise<unknown>;
  /** Chooses a provider and sends a login. */
  readonly signIn: (userName: string, password?: string) => Promise<unknown>;
}

interface Fault {
  readonly cause: CauseCode;
  readonly run: (client: Client) => Promise<unknown>;
}

const session = 3_700;
const copy = async ({ signIn, post }: Client, userName: string, seconds: number) => {
  await signIn(userName);
  await post('begin', {});
  await advance(seconds);
};

/** Faults of the source, of clients that vanish, and of operators, with the cause that they lead to. */
const faults: readonly Fault[] = [
  { cause: 'source_failed', run: (client) => copy(client, 'failing', 20) },
  { cause: 'items_too_large', run: (client) => copy(client, 'partial', 20) },
  { cause: 'question_pending', run: (client) => copy(client, 'needs-input', 20) },
  { cause: 'stopped', run: (client) => copy(client, 'slow', 5).then(() => stop(client.id)) },
  { cause: 'stopped', run: (client) => client.signIn('good').then(() => stop(client.id)) },
  { cause: 'start_pending', run: ({ signIn }) => signIn('good') },
  { cause: 'not_started', run: ({ signIn }) => signIn('good').then(() => advance(session)) },
  { cause: 'sign_in_pending', run: ({ post }) => post('provider', { provider: 'Ledgerline' }) },
  { cause: 'session_expired', run: () => advance(session) },
  { cause: 'session_expired', run: ({ signIn }) => signIn('second-factor').then(() => advance(session)) },
  { cause: 'closed_by_end_user', run: ({ post }) => post('close', {}) },
  { cause: 'password_refused', run: ({ signIn }) => signIn('good', 'wrong') },
  { cause: 'password_refused', run: ({ signIn }) => signIn('wrong').then(() => advance(session)) },
  { cause: 'account_locked', run: ({ signIn }) => signIn('locked') },
  { cause: 'source_unavailable', run: ({ signIn }) => signIn('down').then(() => advance(session)) },
  {
    cause: 'code_refused',
    run: ({ signIn, post }) => signIn('second-factor').then(() => post('code', { code: '000000' })),
  },
];

const open = async (userId: string, origin: string): Promise<Client> => {
  const { path } = await openModal(service, userId, { origin });
  const post = (call: string, body: unknown) =>
    service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
  const state = await service.send({ url: `${path}/state`, bearer: null });
  const signIn = async (userName: string, password = `${canary}-password`) => {
    await post('provider', { provider: 'Ledgerline' });
    return post('login', { user_name: `${userName}@${canary}.example`, password });
  };
  return { id: String(state.body['migration_id']), post, signIn };
};

/** Reads the cause of an end user's session by its reference. Undefined while there is none. */
const readCause = async ({ send }: TestService, userId: string): Promise<CauseCode | undefined> => {
  const [own] = sessionListSchema.parse((await send({ url: `/activity/v1/sessions?user_id=${userId}` })).body).results;
  const [found] = sessionListSchema.parse(
    (await send({ url: `/activity/v1/sessions?reference=${own?.reference}` })).body,
  ).results;
  expect(found).toEqual(own);
  const reply = await send({ url: `/activity/v1/migrations/${found?.migration_id}?limit=100` });
  const { cause, results } = migrationActivitySchema.parse(reply.body);
  // The origin is the organization's own page.
  const details = results.map(({ detail }) => ({ ...detail, origin: null }));
  expect(JSON.stringify(details).toLowerCase()).not.toContain(canary.toLowerCase());
  expect(results.length).toBeGreaterThan(0);
  return cause?.code as CauseCode | undefined;
};

test('the service reports the correct cause of a broken session', { tags: '@X34' }, async () => {
  const drawn = fc.sample(fc.constantFrom(...faults), { numRuns: practiceCount, seed });
  const missed: string[] = [];
  for (const [number, fault] of drawn.entries()) {
    const userId = `${canary}-${number}@example.com`;
    await fault.run(await open(userId, `https://${canary.toLowerCase()}.example`));
    const code = await readCause(service, userId);
    if (code !== fault.cause) missed.push(`${number}: ${fault.cause}, not ${code}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(maxMissed);
});

interface ServerFault {
  readonly side: 'source' | 'destination';
  readonly method: 'PROPFIND' | 'GET' | 'PUT';
  readonly sends: number;
  readonly cause: CauseCode;
}

/** Responses of a failing WebDAV server, with the cause that they lead to. */
const serverFaults: readonly ServerFault[] = [
  { side: 'source', method: 'PROPFIND', sends: 401, cause: 'password_refused' },
  { side: 'source', method: 'PROPFIND', sends: 503, cause: 'source_unavailable' },
  { side: 'source', method: 'GET', sends: 404, cause: 'items_vanished' },
  { side: 'source', method: 'GET', sends: 429, cause: 'source_rate_limited' },
  { side: 'source', method: 'GET', sends: 500, cause: 'items_unreadable' },
  { side: 'source', method: 'GET', sends: 503, cause: 'source_unavailable' },
  { side: 'destination', method: 'PUT', sends: 403, cause: 'items_refused' },
  { side: 'destination', method: 'PUT', sends: 409, cause: 'items_duplicate' },
  { side: 'destination', method: 'PUT', sends: 413, cause: 'items_too_large' },
  { side: 'destination', method: 'PUT', sends: 429, cause: 'destination_rate_limited' },
  { side: 'destination', method: 'PUT', sends: 500, cause: 'items_failed_at_destination' },
  { side: 'destination', method: 'PUT', sends: 503, cause: 'destination_unavailable' },
  { side: 'destination', method: 'PUT', sends: 507, cause: 'destination_full' },
  { side: 'destination', method: 'GET', sends: 404, cause: 'items_lost' },
];

test('the service reports the correct cause of a session whose server fails', { tags: '@X34' }, async () => {
  const drawn = fc.sample(fc.constantFrom(...serverFaults), { numRuns: serverCount, seed });
  const server = await startHostileServer();
  const destinationUser = 'ferry';
  server.fail(({ method, user, content }) => {
    const isSource = user !== destinationUser;
    // The source knows the user; the destination finds the same number in the card's name.
    const number = /fault-(\d+)-/.exec(isSource ? user : content)?.[1];
    const fault = drawn[Number(number)];
    if (fault?.method === method && (fault.side === 'source') === isSource) return fault.sends;
    return isSource && method === 'GET'
      ? Buffer.from(`BEGIN:VCARD\r\nVERSION:3.0\r\nUID:u\r\nFN:fault-${number}- ${canary}\r\nEND:VCARD\r\n`)
      : undefined;
  });
  const place = { url: server.url, user: destinationUser, password: `${canary}-secret` };
  const migrating = await openMigrating(server, place);
  const { send } = migrating.service;
  const missed: string[] = [];
  const breakSession = async (fault: ServerFault, number: number): Promise<void> => {
    const userId = `${canary}-${number}@example.com`;
    const { path } = await openModal(migrating.service, userId);
    // Each end user has an address, so that no limit of sign-ins applies.
    const post = (call: string, body: unknown) =>
      send({ method: 'POST', url: `${path}/${call}`, bearer: null, body, from: `203.0.113.${number}` });
    await post('login', { user_name: `fault-${number}-@${canary}.example`, password: `${canary}-password` });
    await post('begin', {});
    const code = await inTime(async () => {
      const cause = await readCause(migrating.service, userId);
      if (cause === undefined) throw new Error(`Session ${number} (${fault.cause}) has no cause yet.`);
      return cause;
    });
    if (code !== fault.cause) missed.push(`${number}: ${fault.cause}, not ${code}`);
  };
  try {
    await Promise.all(drawn.map(breakSession));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(maxMissed);
  } finally {
    await migrating.end();
    server.close();
  }
});
