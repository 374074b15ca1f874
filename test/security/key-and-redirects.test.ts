import { afterEach, expect, test } from 'vitest';
import { type ConsoleHandle, openElectronHost, openInProcess } from '#test/fixtures/console/console-handle.ts';
import { startRecordingServer } from '#test/fixtures/network/recording-server.ts';
import { hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { startTestApi, takes } from '#test/fixtures/service/test-api.ts';
import { type RedirectCase, redirectCases } from './redirect-cases.ts';

const key = 'ferry_test_0123456789abcdef';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

async function callOrFail<Value>(
  consoleHandle: ConsoleHandle,
  topic: string,
  verb: string,
  args: unknown,
): Promise<Value> {
  const outcome = await consoleHandle.call(topic, verb, args);
  if (!outcome.ok) throw new Error(`${topic}.${verb}: ${JSON.stringify(outcome.error)}`);
  return outcome.value as Value;
}

/** Adds a profile with a key and returns its ID. */
async function addProfile(consoleHandle: ConsoleHandle, name: string, baseURL: string): Promise<string> {
  const { id } = await callOrFail<{ id: string }>(consoleHandle, 'profiles', 'add', {
    name,
    environment: 'test',
    baseURL,
  });
  await callOrFail(consoleHandle, 'apiKey', 'set', { profileId: id, key, storage: 'session' });
  return id;
}

test.each([
  ["Node's transport", openInProcess],
  ["Chromium's stack, in Electron", openElectronHost],
])('no byte reaches the target of a redirect in 40 cases: %s', { tags: ['@C1', '@T8'] }, async (_name, open) => {
  const second = await startRecordingServer();
  let redirect: RedirectCase | null = null;
  const first = await startTestApi((request, reply) => {
    if (redirect) reply.writeHead(redirect.status, { Location: redirect.location }).end();
    else takes(key)(request, reply);
  });
  const consoleHandle = await open();
  cleanups.push(first.close, second.close, consoleHandle.close);
  // The console's page sends its own requests, but only to the active profile.
  await callOrFail(consoleHandle, 'profiles', 'switch', {
    id: await addProfile(consoleHandle, 'Brightwater', first.url),
  });
  const id = await addProfile(consoleHandle, 'Tested', `${first.url}/tested`);
  const cases = redirectCases(second.url, first.url);
  expect(cases).toHaveLength(40);
  const followedUrls: unknown[] = [];
  for (redirect of cases) {
    const before = first.requests.length;
    const outcomes = [
      await consoleHandle.call('migrations', 'list', { page: 1, pageSize: 10 }),
      await consoleHandle.call('profiles', 'test', { id }),
    ];
    const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code));
    const checks = first.requests.slice(before).filter(({ line }) => line === 'GET /tested/healthz').length;
    if (codes.join() !== 'redirected,redirected' || checks !== 1) followedUrls.push({ ...redirect, codes, checks });
  }
  expect(followedUrls).toEqual([]);
  expect([second.connections(), second.bytes().byteLength]).toEqual([0, 0]);
  // Control: the second server records its own profile's key.
  redirect = null;
  const draft = { name: 'Other', environment: 'test', baseURL: second.url };
  const other = await callOrFail<{ id: string }>(consoleHandle, 'profiles', 'add', draft);
  await consoleHandle.call('apiKey', 'set', { profileId: other.id, key, storage: 'session' });
  expect(hitsIn(second.bytes(), [key])).toBeGreaterThan(0);
});
