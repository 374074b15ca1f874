import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationActivitySchema, sessionListSchema } from '#shared/activity-api/activity.ts';
import type { CauseCode } from '#shared/activity-api/causes.ts';
import { openModal } from '#service/testing/modal-flow.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';

const canary = 'Canary7f3a';
const sessionCount = 200;

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

test('from the reference alone, the cause names the fault of a broken session', { tags: '@X34' }, async () => {
  const drawn = fc.sample(fc.constantFrom(...faults), { numRuns: sessionCount, seed: 20_261_127 });
  const missed: string[] = [];
  for (const [number, fault] of drawn.entries()) {
    const userId = `${canary}-${number}@example.com`;
    const client = await open(userId, `https://${canary.toLowerCase()}.example`);
    await fault.run(client);
    const [own] = sessionListSchema.parse(
      (await service.send({ url: `/activity/v1/sessions?user_id=${userId}` })).body,
    ).results;
    const found = sessionListSchema.parse(
      (await service.send({ url: `/activity/v1/sessions?reference=${own?.reference}` })).body,
    ).results;
    expect(found.map(({ migration_id: id }) => id)).toEqual([client.id]);
    const reply = await service.send({ url: `/activity/v1/migrations/${client.id}?limit=100` });
    const { cause, results } = migrationActivitySchema.parse(reply.body);
    if (cause?.code !== fault.cause) missed.push(`${number}: ${fault.cause}, not ${cause?.code}`);
    // The origin is the organization's own page.
    const details = results.map(({ detail }) => ({ ...detail, origin: null }));
    expect(JSON.stringify(details).toLowerCase()).not.toContain(canary.toLowerCase());
    expect(results.length).toBeGreaterThan(0);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(sessionCount - 190);
});
