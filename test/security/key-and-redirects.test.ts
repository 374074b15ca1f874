import { afterEach, expect, test } from 'vitest';
import { type ConsoleDoor, openElectronHost, openInProcess } from '#test/fixtures/console/console-door.ts';
import { startRecordingServer } from '#test/fixtures/network/recording-server.ts';
import { hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { startTestApi, takes, type TestApi } from '#test/fixtures/service/test-api.ts';
import { type RedirectCase, redirectCases } from './redirect-cases.ts';

const key = 'ferry_test_0123456789abcdef';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function mustGive<Value>(door: ConsoleDoor, topic: string, verb: string, args: unknown): Promise<Value> {
  const outcome = await door.call(topic, verb, args);
  if (!outcome.ok) throw new Error(`${topic}.${verb}: ${JSON.stringify(outcome.error)}`);
  return outcome.value as Value;
}

/** Opens a console with an active profile for this service, with a key. */
async function connect(door: ConsoleDoor, api: TestApi): Promise<string> {
  const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url };
  const { id } = await mustGive<{ id: string }>(door, 'profiles', 'add', draft);
  await mustGive(door, 'apiKey', 'set', { profileId: id, key, storage: 'session' });
  await mustGive(door, 'profiles', 'switch', { id });
  return id;
}

test.each([
  ['the transport of Node', openInProcess],
  ["Chromium's stack, in Electron", openElectronHost],
])('no byte is sent to a redirect’s target (40 cases): %s', { tags: ['@C1', '@T8'] }, async (_name, open) => {
  const second = await startRecordingServer();
  let redirect: RedirectCase | null = null;
  const first = await startTestApi((request, reply) => {
    if (redirect) reply.writeHead(redirect.status, { Location: redirect.location }).end();
    else takes(key)(request, reply);
  });
  const door = await open();
  closers.push(first.close, second.close, door.close);
  const id = await connect(door, first);
  const cases = redirectCases(second.url, first.url);
  expect(cases).toHaveLength(40);
  const followed: unknown[] = [];
  for (redirect of cases) {
    const before = first.requests.length;
    const outcomes = [
      await door.call('migrations', 'list', { page: 1, pageSize: 10 }),
      await door.call('profiles', 'test', { id }),
    ];
    const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code));
    // A real console's page requests lists automatically; only the test requests this path, once.
    const checks = first.requests.slice(before).filter(({ line }) => line === 'GET /healthz').length;
    if (codes.join() !== 'redirected,redirected' || checks !== 1) followed.push({ ...redirect, codes, checks });
  }
  expect(followed).toEqual([]);
  expect([second.connections(), second.bytes().byteLength]).toEqual([0, 0]);
  // Control: the second server does record a key of its own profile.
  redirect = null;
  const draft = { name: 'Other', environment: 'test', baseURL: second.url };
  const other = await mustGive<{ id: string }>(door, 'profiles', 'add', draft);
  await door.call('apiKey', 'set', { profileId: other.id, key, storage: 'session' });
  expect(hitsIn(second.bytes(), [key])).toBeGreaterThan(0);
});
