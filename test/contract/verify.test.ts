import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '#main/console/clock/clock.ts';
import { contractPlants } from '#test/fixtures/service/contract-plants.ts';
import {
  answer,
  type ArrivedRequest,
  bearerOf,
  type Plant,
  type Reply,
  startPlanted,
} from '#test/fixtures/service/planted-service.ts';
import { hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { json, startTestApi } from '#test/fixtures/service/test-api.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { verifyInProcess } from '#test/fixtures/service/verify-in-process.ts';
import { rows, serve, testPlantedFaults } from './planted-faults.ts';

const withoutBrowser = ['sdk_start skipped', 'sdk_resume skipped', 'sdk_events skipped'];
const busy = { type: 'api_error', message: 'Not now.' };
/** Copies the credential of a request into headers of the reply, and into the body of an error reply. */
function echo(request: ArrivedRequest, reply: Reply): void {
  const secret = bearerOf(request);
  if (secret === '' || request.path.startsWith('/control')) return;
  reply.headers['www-authenticate'] = `Bearer realm="${secret}"`;
  reply.headers['content-type'] = `application/json; x=${encodeURIComponent(secret)}`;
  if (reply.status < 400) return;
  const twice = `${secret} ${Buffer.from(secret).toString('base64')}`;
  answer(reply, reply.status, { type: 'api_error', message: `No: ${twice}.`, [secret]: twice });
}

testPlantedFaults({ runsAllProofs: false, tags: ['@W11', '@T42'] });

// Each test has its own service and mostly waits for it, so the tests run concurrently.
describe.concurrent('verify', { tags: '@W11' }, () => {
  test('--only runs only the named proofs, and a violation names the request and its rule', async (context) => {
    const planted = await serve(context, contractPlants['missing WWW-Authenticate']?.plant() ?? {}, false);
    const { exitCode, run, messages } = await verifyInProcess(planted, { only: 'challenge, page_totals' });
    expect([exitCode, run?.proofs.map(({ id, state }) => `${id} ${state}`)]).toEqual([
      1,
      ['challenge violated', 'page_totals held'],
    ]);
    expect(messages.map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        'GET /healthz without a key: 401',
        'GET /healthz with an invalid key: 401',
        'POST /api/v1/link-token with an invalid key, body {}: 401',
        'Rule: docs/contract.md#requests-and-errors',
      ]),
    );
    const unknown = await verifyInProcess(planted, { only: 'challenge,Kd9vQ2mX7rT4wZ8pL1nB' });
    expect([unknown.exitCode, unknown.messages]).toEqual([
      2,
      ["--only names a proof that doesn't exist. --list prints the IDs."],
    ]);
  });

  test(
    'no key or token appears in a line, report or error, however a service returns it',
    { tags: '@T5' },
    async () => {
      const echoingPlant = { after: (request: ArrivedRequest, reply: Reply) => echo(request, reply) };
      const leaks = ['a key echoed in an error', 'modal address with a token', 'HTML for JSON'];
      for (const plant of [{}, echoingPlant, ...leaks.map((name) => contractPlants[name]?.plant() ?? {})]) {
        const planted = await startPlanted(plant, true, rows);
        const { messages, printed, run, junit } = await verifyInProcess(planted);
        await planted.close();
        const observed = [...new Set([planted.apiKey, ...planted.secrets()])].filter((secret) => secret.length >= 8);
        expect(observed.length).toBeGreaterThan(10);
        const all = Buffer.from(JSON.stringify([messages, printed, run]) + junit);
        expect(hitsIn(all, observed)).toBe(0);
      }
    },
  );

  test('a redirect is reported, and its target gets no request', { tags: '@T8' }, async (context) => {
    const otherServer = await startTestApi(json(200, {}));
    context.onTestFinished(() => otherServer.close());
    const after: Plant['after'] = (request, reply) => {
      if (request.headers.authorization === undefined || request.path.startsWith('/control')) return;
      answer(reply, 307, '');
      reply.headers['location'] = `${otherServer.url}/gone`;
    };
    const { run, exitCode } = await verifyInProcess(await serve(context, { after }));
    expect(run?.proofs.find(({ id }) => id === 'redirects')?.state).toBe('violated');
    expect(exitCode).toBe(1);
    expect(otherServer.requests).toEqual([]);
  });

  test('a run warns before it moves the clock, and restores a moved clock', async (context) => {
    const planted = await serve(context, {});
    const { clock } = planted.service.store;
    await clock.advance(1, 120_000);
    const { messages } = await verifyInProcess(planted);
    expect(messages[0]).toMatch(/^Moving the service's clock forward and back\. Tokens .* will stop working\.$/);
    expect(await clock.offset(1)).toBe(120_000);
  });

  test('proofs against a service that returns only errors are unclear or skipped', async (context) => {
    const after: Plant['after'] = ({ path }, reply) => {
      if (path !== '/healthz') answer(reply, 503, { type: 'api_error', message: 'Busy.' });
    };
    const { run, exitCode } = await verifyInProcess(await serve(context, { after }));
    const states = new Map(run?.proofs.map(({ id, state }) => [id, state]));
    expect(exitCode).toBe(2);
    expect(states.get('documented_calls')).toBe('unclear');
    expect(states.get('single_use')).toBe('unclear');
    expect(states.get('page_totals')).toBe('skipped');
  });

  const refuseEveryCall = (status: number): Plant => ({
    after: ({ path, headers }, reply) => {
      if (path.startsWith('/api/v1/companies') && !headers.authorization) answer(reply, status, busy);
    },
  });
  const feedAnswers = (status: number, from: number): Plant => {
    let requestCount = 0;
    return {
      after: ({ path }, reply) => {
        if (path.startsWith('/webhooks/v1/events?') && (requestCount += 1) >= from) answer(reply, status, busy);
      },
    };
  };
  const silences: Readonly<Record<string, { readonly plant: () => Plant; readonly id: string }>> = {
    'rate-limited calls without a key': { plant: () => refuseEveryCall(429), id: 'error_statuses' },
    'a feed that fails at the first call': { plant: () => feedAnswers(500, 1), id: 'webhook_feed' },
    'a feed that is busy at the second call': { plant: () => feedAnswers(503, 2), id: 'webhook_feed' },
  };
  test.for(Object.keys(silences))('with %s, a proof is unclear and names the request', async (name, context) => {
    const { plant = () => ({}), id } = silences[name] ?? {};
    const { exitCode, run, messages } = await verifyInProcess(await serve(context, plant()));
    const others = run?.proofs.filter(({ state }) => state === 'unclear' || state === 'violated');
    expect(
      others?.map((proof) => `${proof.id} ${proof.state}`),
      messages.join('\n'),
    ).toEqual([`${id} unclear`]);
    expect(others?.[0]?.found).toMatch(/: GET \/\S+.*: \d{3}$/);
    expect(exitCode).toBe(2);
  });

  test.for([true, false])(
    'the real service fails no proof in any run, with control set to %s',
    async (allowControl, context) => {
      const planted = await serve(context, {}, allowControl);
      for (let time = 0; time < (isSoak ? 10 : 3); time += 1) {
        const { exitCode, run, messages } = await verifyInProcess(planted);
        const others = run?.proofs.filter(({ state }) => state !== 'held').map(({ id, state }) => `${id} ${state}`);
        expect(others, messages.join('\n')).toEqual(
          allowControl
            ? withoutBrowser
            : [...withoutBrowser, 'expiry skipped', 'revoked_key skipped', 'access_token_hour skipped'],
        );
        expect(exitCode).toBe(0);
      }
    },
  );

  /** A clock that advances the service's clock instead of waiting a long time. */
  const passing = (move: (seconds: number) => Promise<unknown>) => {
    const waits: number[] = [];
    const clock: Clock = {
      ...systemClock,
      sleep: async (ms, signal) => {
        if (ms < 5_000) return systemClock.sleep(ms, signal);
        waits.push(ms);
        await move(ms / 1_000);
      },
    };
    return { clock, waits };
  };

  test.for([
    ['a token that expires', {}, 'held', 0],
    ["a token that doesn't expire", contractPlants['61 s token accepted']?.plant() ?? {}, 'violated', 1],
  ] as const)(
    '--wait waits exactly the real 61 s if the clock can’t be moved: %s',
    async ([, plant, state, code], context) => {
      const planted = await serve(context, plant, false);
      const { clock, waits } = passing((seconds) => planted.service.store.clock.advance(1, seconds * 1_000));
      const { run, exitCode, messages } = await verifyInProcess(planted, { waitClock: clock });
      expect(run?.proofs.find(({ id }) => id === 'expiry')?.state, messages.join('\n')).toBe(state);
      expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(61_000);
      expect(exitCode).toBe(code);
      const skipped = run?.proofs.flatMap((proof) => (proof.state === 'skipped' ? [proof.id] : []));
      expect(skipped).toEqual(['sdk_start', 'sdk_resume', 'sdk_events', 'revoked_key', 'access_token_hour']);
    },
  );
});
