import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appErrorCodes } from '#shared/app-error-codes.ts';
import type { Outcome } from '#shared/app-error.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { json, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { mutatedReplies, type Reply, sendReply } from './reply-mutations.ts';

const runs = isSoak ? 20_000 : 400;
/** The full count takes hours, so it is split into parts that can run alone: `-t 'part 3 of 20'`. */
const parts = isSoak ? 20 : 1;
const seed = sampleSeed;

const { id } = migrationOf(1);
const company = {
  object: 'company',
  id: '3b7e19c4-5d02-4fa8-9c61-70e2b8d4a15f',
  created: '2026-11-20T13:20:31.118Z',
  provider_company_name: 'Tern & Tide Seafood',
  provider_company_id: 'LL-2049381',
  organization_id: '0d8c4a7e-91b3-4f62-a5d0-c7e25a1f9b30',
  source_provider: 'Ledgerline',
};
const page = { size: 2, total: 2 };

let api: TestApi;
let theConsole: TestConsole;
let profileId = '';
let reply: Reply | null = null;
beforeAll(async () => {
  api = await startTestApi((request, response) => {
    if (reply) sendReply(reply, request, response);
    else json(200, { status: 'ok' })(request, response);
  });
  // Retries have nearly no delay; other tests cover the delays.
  const sleep = (ms: number, signal?: AbortSignal) => systemClock.sleep(Math.min(ms, 1), signal);
  theConsole = openTestConsole({ clock: { ...systemClock, sleep } });
  // Each reply is for the call under test.
  valueOf(await theConsole.call('settings', 'change', { loadAllBySelf: false }));
  const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url } as const;
  profileId = valueOf(await theConsole.call('profiles', 'add', draft)).id;
  const key = 'ferry_test_0123456789abcdef';
  valueOf(await theConsole.call('apiKey', 'set', { profileId, key, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
});
afterAll(async () => {
  await theConsole.close();
  api.close();
});

/** Each endpoint's documented reply, and the console's call that reads it. */
const endpoints: Readonly<Record<string, { good: unknown; call: () => Promise<Outcome<unknown>> }>> = {
  'GET /api/v1/migrations': {
    good: { results: [migrationOf(1), migrationOf(2, { company_id: company.id })], page },
    call: () => theConsole.call('migrations', 'list', { page: 1, pageSize: 10 }),
  },
  'GET /api/v1/migrations/{id}': {
    good: migrationOf(1),
    call: () => theConsole.call('migrations', 'get', { id }),
  },
  'GET /api/v1/companies': {
    good: { results: [company, company], page },
    call: () => theConsole.call('companies', 'list', { page: 1, pageSize: 10 }),
  },
  'POST /api/v1/link-token': {
    good: { link_token: 'lnk_4d0f8f1c2b7e4a9c9d6b0a1e' },
    call: () => theConsole.call('linkTokens', 'mint', {}),
  },
  'GET /healthz': {
    good: { status: 'ok', version: '1.0.0', now: '2026-11-20T13:20:31.118Z' },
    call: () => theConsole.call('profiles', 'test', { id: profileId }),
  },
};

/** Error codes that would be a fault of the console itself. */
const own = new Set(['internal', 'invalid_arguments', 'unknown_call', 'refused_sender']);

const endpointParts = Object.keys(endpoints).flatMap((name) =>
  Array.from({ length: parts }, (_, part) => ({ name, part: part + 1, parts })),
);

test.each(endpointParts)(
  `${runs} mutated responses (seed ${seed}) each give rows or one known error: $name, part $part of $parts`,
  { tags: '@T1', timeout: isSoak ? 600_000 : 60_000 },
  async ({ name, part }) => {
    const endpoint = endpoints[name];
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    let read = 0;
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(mutatedReplies(endpoint.good), async (mutated) => {
        reply = mutated;
        const outcome = await endpoint.call();
        if (outcome.ok) read += 1;
        else failed += 1;
        const code = outcome.ok ? 'offline' : outcome.error.code;
        expect(appErrorCodes).toContain(code);
        expect(own).not.toContain(code);
      }),
      { numRuns: runs / parts, seed: seed + part - 1 },
    );
    // Both results must occur; otherwise the mutations are too weak or too strong.
    expect(Math.min(read, failed)).toBeGreaterThan(runs / parts / 20);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    reply = null;
    expect(valueOf(await theConsole.call('profiles', 'test', { id: profileId })).latencyMs).toBeGreaterThan(0);
  },
);
