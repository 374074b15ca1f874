import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Calls } from '#shared/console-contract/calls.ts';
import { callSamples } from '#test/contract/call-samples.ts';
import { errorOf, openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { askLab, reportToLab } from '#test/fixtures/console/lab-page.ts';
import { servePages } from '#test/fixtures/service/paged-service.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import { type FakeService, migrationOf, startFakeService } from '#test/fixtures/service/fake-service.ts';

let service: FakeService;
let theConsole: TestConsole;
let id: string;
beforeEach(async () => {
  service = await startFakeService();
  servePages(service, 40);
  service.answer('/api/v1/link-token', { body: { link_token: 'lt-of-a-test-0123456789' } });
  theConsole = openTestConsole();
  id = await connectTo(theConsole, service.url);
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

const edit = async (changes: object) => valueOf(await theConsole.call('profiles', 'edit', { id, changes }));
/** Sent requests that may create or change something: all except GET. */
const writes = () => service.requests.filter((line) => !/^(?:GET|HEAD|OPTIONS) /.test(line));
const call = (name: string, args: unknown) => {
  const [topic, verb] = name.split(':') as [keyof Calls, never];
  // Calls that wait for the Sandbox, which never starts here, are cancelled.
  return theConsole.call(topic, verb, args as never, AbortSignal.timeout(1_000));
};

/** Makes every call of the contract, with all confirmations given. */
async function callEveryMethod(): Promise<void> {
  for (const [name, samples] of Object.entries(callSamples)) {
    for (const sample of samples) {
      // The Sandbox of these tests never starts: every request goes to the profile.
      const ofProfile = name === 'profiles:switch' || name === 'profiles:test' ? { id } : (sample as object);
      const confirmedArgs = { ...ofProfile, confirmed: true };
      // A call without a consent argument rejects an extra one; then the test repeats it without.
      const reply = await call(name, confirmedArgs);
      if (!reply.ok && reply.error.code === 'invalid_arguments') await call(name, ofProfile);
      await call('tokenLab:cancel', {});
      valueOf(await theConsole.call('profiles', 'switch', { id }));
    }
  }
}

/** A lab of the profile, whose page requests a token like a user's backend. */
async function askFromLab(): Promise<void> {
  const { view } = valueOf(await theConsole.call('modalLab', 'open', { labId: null }));
  await reportToLab(view, { kind: 'ready', storage: 'ok' });
  await theConsole.call('modalLab', 'start', {
    labId: view.labId,
    userId: 'ada@example.com',
    sourceProviders: [],
    confirmed: true,
  });
  await askLab(view, 'link-token');
}

test('for a read-only profile, every call of the contract sends only reads', { tags: ['@C52', '@T54'] }, async () => {
  await edit({ readOnly: true });
  await callEveryMethod();
  await askFromLab();
  expect(writes()).toEqual([]);
  expect(service.requests.length).toBeGreaterThan(10);
  await edit({ readOnly: false });
  await callEveryMethod();
  expect(writes()).not.toEqual([]);
});

test(
  'when a profile becomes read-only, its work in progress stops and sends nothing more',
  { tags: ['@C52', '@T54'] },
  async () => {
    const { view } = valueOf(await theConsole.call('modalLab', 'open', { labId: null }));
    await reportToLab(view, { kind: 'ready', storage: 'ok' });
    expect((await askLab(view, 'link-token')).text).toContain('lt-of-a-test');
    let current: (() => void) | undefined;
    service.answer('/api/v1/link-token', (_request, reply) => {
      current = () =>
        reply.writeHead(200, { 'Content-Type': 'application/json' }).end('{"link_token":"lt-of-a-test-000000000"}');
    });
    valueOf(
      await theConsole.call('tokenLab', 'run', {
        ids: ['single_use', 'one_winner'].slice(0, 1) as ['single_use'],
        confirmed: true,
      }),
    );
    await eventually(() => expect(current).toBeDefined());
    await edit({ readOnly: true });
    current?.();
    const before = writes().length;
    const idle = async () => {
      const { runs } = valueOf(await theConsole.call('tokenLab', 'state', {}));
      expect(runs.map(({ state }) => state)).not.toContain('running');
    };
    await eventually(idle);
    expect((await askLab(view, 'link-token')).text).not.toContain('lt-of-a-test');
    expect(errorOf(await theConsole.call('linkTokens', 'mint', { confirmed: true })).code).toBe('read_only');
    const link = { userId: 'ada@aurora.example', confirmed: true };
    expect(errorOf(await theConsole.call('linkTokens', 'hostedLink', link)).code).toBe('read_only');
    expect(writes().length).toBe(before);
  },
);

test('production creates nothing before the user has confirmed', { tags: ['@C52', '@T54'] }, async () => {
  await edit({ environment: 'production' });
  for (const confirmed of [undefined, false]) {
    const args = confirmed === undefined ? {} : { confirmed };
    expect(errorOf(await call('linkTokens:mint', args)).code).toBe('confirmation_needed');
    const link = { userId: 'ada@aurora.example', ...args };
    expect(errorOf(await call('linkTokens:hostedLink', link)).code).toBe('confirmation_needed');
    expect(errorOf(await call('modalLab:start', { labId: 'any', userId: 'ada', ...args })).code).toBe(
      'confirmation_needed',
    );
    const { id: migration } = migrationOf(1);
    expect(errorOf(await call('reports:retryLink', { id: migration, ...args })).code).toBe('confirmation_needed');
  }
  expect(errorOf(await theConsole.call('tokenLab', 'run', { ids: ['single_use'], confirmed: false })).code).toBe(
    'confirmation_needed',
  );
  expect(writes()).toEqual([]);
});
