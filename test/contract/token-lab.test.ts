import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { proofIds, type ProofId } from '#shared/token-proofs.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { errorOf, openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { plantNames, startPlanted, type PlantedService } from '#test/fixtures/service/planted-service.ts';
import { hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { proofScript } from '../../src-renderer/pages/link-tokens/token-lab/proof-script.ts';
import { launcherOf } from '#test/fixtures/console/running-sandbox.ts';

let planted: PlantedService;
let theConsole: TestConsole;
afterEach(async () => {
  await theConsole.close();
  await planted.close();
});

/** By fault of the service: the tests that fail. All others pass. */
const failing: Readonly<Record<string, readonly ProofId[]>> = {
  none: [],
  'reuse allowed': ['single_use', 'eight_at_once'],
  'not atomic': ['eight_at_once'],
  'no expiry': ['expiry'],
  'CORS open': ['cors'],
  'key without scheme': ['no_scheme'],
  'any key': ['wrong_key'],
  'revoked key lives': ['revoked_key'],
  'cookie for scripts': ['cookie'],
  'no cookie': ['cookie'],
  'errors as pages': ['error_shapes'],
  'access token without end': ['access_token_hour'],
};

/** By fault of the service: the tests that end without a verdict. */
const unclear: Readonly<Record<string, readonly ProofId[]>> = {
  '200 without a token': ['single_use', 'eight_at_once'],
};
const hasCurl = spawnSync('curl', ['--version']).status === 0;

async function runAll(ids: readonly ProofId[] = proofIds): Promise<readonly ProofRun[]> {
  const before = valueOf(await theConsole.call('tokenLab', 'state', {})).runs.length;
  valueOf(await theConsole.call('tokenLab', 'run', { ids: [...ids], confirmed: true }));
  const haveProofsEnded = async () => {
    const { runs, queue } = valueOf(await theConsole.call('tokenLab', 'state', {}));
    return queue.length === 0 && runs.filter(({ state }) => state !== 'running').length === before + ids.length;
  };
  await expect.poll(haveProofsEnded, { interval: 50 }).toBe(true);
  return valueOf(await theConsole.call('tokenLab', 'state', {})).runs;
}

describe('token lab', { tags: '@W2' }, () => {
  test.each(plantNames)('the proofs detect this fault of a service: %s', { tags: '@T42' }, async (name) => {
    planted = await startPlanted(name);
    theConsole = openTestConsole({ launchService: launcherOf(planted) });
    const runs = await runAll();
    const of = (verdict: string) => runs.filter((run) => run.verdict === verdict).map(({ proofId }) => proofId);
    expect({ failed: of('fail'), unclear: of('unknown') }).toEqual({
      failed: failing[name] ?? [],
      unclear: unclear[name] ?? [],
    });
    for (const { verdict, calls, expected, received } of runs) {
      expect([expected, received]).not.toContain('');
      expect(calls.some(({ wrong }) => wrong)).toBe(verdict === 'fail');
    }
  });

  test('results, events, reports and logs of the token lab contain no key or token', { tags: '@T5' }, async () => {
    planted = await startPlanted('none');
    theConsole = openTestConsole({ launchService: launcherOf(planted) });
    await runAll();
    const reports = await Promise.all(
      (['markdown', 'json'] as const).map(async (format) =>
        valueOf(await theConsole.call('tokenLab', 'report', { format })),
      ),
    );
    const requests = valueOf(await theConsole.call('requests', 'list', {}));
    const details = await Promise.all(
      requests.lines.map(async ({ id }) => valueOf(await theConsole.call('requests', 'get', { id }))),
    );
    const observedSecrets = planted.secrets().filter((secret) => secret !== '');
    expect(observedSecrets.length).toBeGreaterThan(20);
    const state = valueOf(await theConsole.call('tokenLab', 'state', {}));
    const all = Buffer.from(JSON.stringify([state, theConsole.events, reports, details]));
    expect(hitsIn(all, [...observedSecrets, planted.apiKey])).toBe(0);
    expect(reports[0]?.text).toContain('## Pass: A token works once');
    expect(reports[0]?.text).toContain('$LINK_TOKEN');
    expect((JSON.parse(reports[1]?.text ?? '') as { runs: unknown[] }).runs).toHaveLength(proofIds.length);
  });

  test.skipIf(process.platform === 'win32' || !hasCurl)(
    'the copied commands run unchanged, because they read tokens from the responses and run the race as one command',
    async () => {
      planted = await startPlanted('none');
      theConsole = openTestConsole({ launchService: launcherOf(planted) });
      const runs = await runAll(['single_use', 'eight_at_once', 'cookie', 'wrong_key']);
      for (const run of runs) {
        const { stdout } = await promisify(execFile)('sh', ['-ec', proofScript(run)], {
          env: { ...process.env, FERRY_API_KEY: planted.apiKey },
        });
        const statuses = Array.from(stdout.matchAll(/HTTP\/[\d.]+ (\d{3})/g), ([, status]) => Number(status));
        const expected = run.calls.map(({ status }) => status);
        expect(statuses.toSorted(), run.proofId).toEqual(expected.toSorted());
      }
    },
  );

  test('a proof that moves the clock restores the offset from before the proof', async () => {
    planted = await startPlanted('none');
    theConsole = openTestConsole({ launchService: launcherOf(planted) });
    await runAll(['expiry']);
    expect(await planted.service.store.clock.offset(1)).toBe(0);
    await planted.service.store.clock.advance(1, 5_000);
    await runAll(['access_token_hour']);
    expect(await planted.service.store.clock.offset(1)).toBe(5_000);
  });

  test('without control the expiry test waits, and tests that need the clock or keys say that they can’t run', async () => {
    planted = await startPlanted('none', false);
    const { service } = planted;
    const waits: number[] = [];
    // Only token tests sleep 10 s or more. The clock of the service advances instead.
    const sleep: typeof systemClock.sleep = async (ms, signal) => {
      if (ms < 10_000) return systemClock.sleep(ms, signal);
      waits.push(ms);
      await service.store.clock.advance(1, ms);
    };
    theConsole = openTestConsole({ launchService: launcherOf(planted), clock: { ...systemClock, sleep } });
    const runs = await runAll(['expiry', 'revoked_key']);
    expect(runs.map(({ verdict, time }) => [verdict, time])).toEqual([
      ['pass', 'waited'],
      ['unknown', 'none'],
    ]);
    expect(waits).toEqual([50_000, 11_000]);
    expect(valueOf(await theConsole.call('tokenLab', 'state', {})).hasControl).toBe(false);
  });

  test('the token lab shows how long a proof waits, and cancelling empties the queue', async () => {
    planted = await startPlanted('none', false);
    theConsole = openTestConsole({ launchService: launcherOf(planted) });
    valueOf(await theConsole.call('tokenLab', 'run', { ids: ['expiry', 'cookie'], confirmed: false }));
    const state = async () => valueOf(await theConsole.call('tokenLab', 'state', {}));
    await expect
      .poll(async () => (await state()).runs)
      .toMatchObject([{ state: 'running', wait: { totalMs: 50_000 } }]);
    expect((await state()).queue).toEqual(['cookie']);
    valueOf(await theConsole.call('tokenLab', 'cancel', {}));
    await expect.poll(async () => (await state()).runs[0]?.state).toBe('cancelled');
    expect(await state()).toMatchObject({ queue: [], runs: [{ verdict: null, title: 'Cancelled' }] });
  });

  test('a run starts, even if it is requested right after a stop', async () => {
    planted = await startPlanted('none', false);
    theConsole = openTestConsole({ launchService: launcherOf(planted) });
    valueOf(await theConsole.call('tokenLab', 'run', { ids: ['expiry', 'wrong_key'], confirmed: false }));
    const state = async () => valueOf(await theConsole.call('tokenLab', 'state', {}));
    await expect.poll(async () => (await state()).runs.some(({ wait }) => wait !== null)).toBe(true);
    // Both calls are in flight before the first reply, as after two quick presses.
    const [stopped, request] = await Promise.all([
      theConsole.call('tokenLab', 'cancel', {}),
      theConsole.call('tokenLab', 'run', { ids: ['cookie'], confirmed: false }),
    ]);
    expect([stopped.ok, request.ok]).toEqual([true, true]);
    const hasRun = async () =>
      (await state()).runs.some(({ proofId, verdict }) => proofId === 'cookie' && verdict !== null);
    await expect.poll(hasRun).toBe(true);
    expect((await state()).runs.map(({ proofId, state: how }) => [proofId, how])).toEqual([
      ['expiry', 'cancelled'],
      ['cookie', 'done'],
    ]);
  });

  test(
    'results of proofs survive a restart without a key or token, and are deleted with their profile',
    { tags: '@T5' },
    async () => {
      planted = await startPlanted('none', false);
      theConsole = openTestConsole();
      const { userDataDir } = theConsole;
      const draft = { name: 'Here', environment: 'test' as const, baseURL: planted.url };
      const { id } = valueOf(await theConsole.call('profiles', 'add', draft));
      valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key: planted.apiKey, storage: 'session' }));
      valueOf(await theConsole.call('profiles', 'switch', { id }));
      const before = await runAll(['single_use', 'cookie', 'single_use']);
      // Replies arrive in the order of calls, so the runs are stored when this reply arrives.
      const { profileData } = valueOf(await theConsole.call('profiles', 'removal', { id }));
      expect(profileData).toContainEqual({ kind: 'proofs', count: before.length });
      await theConsole.close();

      const files = readdirSync(userDataDir).filter((name) => name.startsWith('proofs.db'));
      expect(files.length).toBeGreaterThan(0);
      const bytes = Buffer.concat(files.map((name) => readFileSync(path.join(userDataDir, name))));
      expect(hitsIn(bytes, [...planted.secrets().filter((secret) => secret !== ''), planted.apiKey])).toBe(0);

      theConsole = openTestConsole({ userDataDir });
      const state = async () => valueOf(await theConsole.call('tokenLab', 'state', {}));
      expect((await state()).runs).toEqual(before);
      valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key: planted.apiKey, storage: 'session' }));
      const after = await runAll(['cookie']);
      expect(after.slice(0, -1)).toEqual(before);
      expect(after.at(-1)?.id).toBeGreaterThan(before.at(-1)?.id ?? 0);

      const other = valueOf(await theConsole.call('profiles', 'add', { ...draft, name: 'Elsewhere' }));
      valueOf(await theConsole.call('profiles', 'switch', { id: other.id }));
      expect((await state()).runs).toEqual([]);
      valueOf(await theConsole.call('profiles', 'remove', { id, leaveKey: true }));
      const secondProfile = valueOf(await theConsole.call('profiles', 'add', draft));
      expect(valueOf(await theConsole.call('profiles', 'removal', { id: secondProfile.id })).profileData).toEqual([]);
    },
  );

  test('a production profile runs no proof without consent', async () => {
    planted = await startPlanted('none', false);
    theConsole = openTestConsole();
    const draft = { name: 'Live', environment: 'production' as const, baseURL: planted.url };
    const { id } = valueOf(await theConsole.call('profiles', 'add', draft));
    valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key: planted.apiKey, storage: 'session' }));
    valueOf(await theConsole.call('profiles', 'switch', { id }));
    const run = (confirmed: boolean) => theConsole.call('tokenLab', 'run', { ids: ['single_use'], confirmed });
    expect(errorOf(await run(false)).code).toBe('confirmation_needed');
    expect(valueOf(await theConsole.call('tokenLab', 'state', {})).runs).toEqual([]);
    expect((await run(true)).ok).toBe(true);
  });

  test('a proof against an unavailable service has no verdict', { tags: '@T42' }, async () => {
    planted = await startPlanted('none');
    theConsole = openTestConsole({ launchService: launcherOf({ ...planted, url: 'http://127.0.0.1:9' }) });
    const runs = await runAll(['single_use', 'error_shapes']);
    expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']));
  });
});
