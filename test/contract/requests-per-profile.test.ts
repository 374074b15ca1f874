import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { filterLines } from '../../src-renderer/pages/requests/list/request-lines.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { type Answer, json, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

/** A service that delays its replies until the test releases them. */
async function startHoldable(): Promise<TestApi & { readonly hold: () => void; readonly release: () => void }> {
  let pendingReplies: (() => void)[] | null = null;
  const answer: Answer = (request, reply) => {
    const body = request.url === '/healthz' ? { status: 'ok' } : { results: [], page: { size: 25, total: 0 } };
    const send = () => json(200, body)(request, reply);
    if (pendingReplies) pendingReplies.push(send);
    else send();
  };
  const api = await startTestApi(answer);
  cleanups.push(api.close);
  return {
    ...api,
    hold: () => void (pendingReplies ??= []),
    release: () => {
      const waiting = pendingReplies ?? [];
      pendingReplies = null;
      for (const send of waiting) send();
    },
  };
}

type Service = Awaited<ReturnType<typeof startHoldable>>;
interface Profile {
  readonly id: string;
  readonly service: Service;
}

async function addProfile({ call }: TestConsole, name: string): Promise<Profile> {
  const service = await startHoldable();
  const { id } = valueOf(await call('profiles', 'add', { name, environment: 'test', baseURL: service.url }));
  const key = { profileId: id, key: `ferry_test_0123456789abcdef_${name}`, storage: 'keychain' } as const;
  valueOf(await call('apiKey', 'set', key));
  return { id, service };
}

type Step = { readonly kind: 'switch'; readonly to: number } | { readonly kind: 'ask' | 'hold' | 'release' };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('switch' as const), to: fc.nat(2) }),
    fc.record({ kind: fc.constantFrom('ask' as const, 'hold' as const, 'release' as const) }),
  ),
  { minLength: 6, maxLength: 24 },
);

test(
  'each request is logged under the profile that sent it, even if the user switches before the response',
  { tags: ['@C30', '@C5'] },
  async () => {
    const theConsole = openTestConsole();
    cleanups.push(theConsole.close);
    const { call } = theConsole;
    valueOf(await call('settings', 'change', { loadAllBySelf: false }));
    const profiles = [
      await addProfile(theConsole, 'a'),
      await addProfile(theConsole, 'b'),
      await addProfile(theConsole, 'c'),
    ];

    const play = async (played: readonly Step[]) => {
      const requests: Promise<unknown>[] = [];
      for (const step of played) {
        if (step.kind === 'switch') valueOf(await call('profiles', 'switch', { id: profiles[step.to]?.id ?? '' }));
        else if (step.kind === 'ask') requests.push(call('companies', 'list', { page: 1, pageSize: 25 }));
        else for (const { service } of profiles) service[step.kind]();
      }
      for (const { service } of profiles) service.release();
      await Promise.all(requests);
    };
    await fc.assert(fc.asyncProperty(steps, play), { numRuns: 8 });
    for (const { id } of profiles) {
      valueOf(await call('profiles', 'switch', { id }));
      valueOf(await call('companies', 'list', { page: 1, pageSize: 25 }));
    }

    await eventually(async () => {
      const { lines } = valueOf(await call('requests', 'list', {}));
      for (const { id, service } of profiles) {
        const shown = filterLines(lines, { filter: 'all', text: '', profile: id });
        expect(shown.length).toBeGreaterThan(0);
        // Each profile has its own service, so the host shows which profile sent the request.
        expect([...new Set(shown.map(({ host }) => `http://${host}`))]).toEqual([service.url]);
        const detail = valueOf(await call('requests', 'get', { id: shown.at(-1)?.id ?? 0 }));
        expect(detail).toMatchObject({ origin: service.url, line: { profileId: id } });
      }
      expect(lines.filter(({ profileId }) => !profiles.some(({ id }) => id === profileId))).toEqual([]);
    });
  },
);
