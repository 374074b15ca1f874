import { expect, test } from 'vitest';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import { valueOf } from '#test/fixtures/console/console-in-process.ts';
import { type Answer, json, takes } from '#test/fixtures/service/test-api.ts';
import { openConsole, serve } from './open-console.ts';

const key = 'ferry_test_0123456789abcdef';

/** Replies as a service with this dashboard. `BASE` in the dashboard's text is replaced with the service's URL. */
const withDashboard =
  (dashboard: string | undefined): Answer =>
  (request, reply) => {
    if (request.url !== '/.well-known/ferry') return takes(key)(request, reply);
    const dashboard_url = dashboard?.replace('BASE', `http://${request.headers.host}`);
    return json(200, { version: '1.2.3', webhooks: true, dashboard_url })(request, reply);
  };

const openWith = async (answer: Answer) => {
  const api = await serve(answer);
  let requestCount = 0;
  const store = createMemoryStore();
  const secrets = { ...store, get: (account: string) => ((requestCount += 1), store.get(account)) };
  const theConsole = openConsole({ secrets });
  const draft = { name: 'Brightwater', environment: 'test', baseURL: api.url } as const;
  const { id: profileId } = valueOf(await theConsole.call('profiles', 'add', draft));
  const find = async () => valueOf(await theConsole.call('dashboards', 'find', { profileId })).dashboard;
  return { api, theConsole, profileId, find, timesAsked: () => requestCount };
};

test(
  'the console finds a service’s dashboard without the key or the keychain',
  { tags: ['@X24', '@T86'] },
  async () => {
    const { api, theConsole, profileId, find, timesAsked } = await openWith(withDashboard('BASE/dashboard/'));
    const url = `${api.url}/dashboard/`;
    expect(await find()).toEqual({ url, rotateUrl: null });
    valueOf(await theConsole.call('apiKey', 'set', { profileId, key, storage: 'keychain' }));
    const before = timesAsked();
    expect(await find()).toEqual({ url, rotateUrl: `${url}#/rotate/cdef` });
    expect(timesAsked()).toBe(before);
    const questions = api.requests.filter(({ line }) => line === 'GET /.well-known/ferry');
    expect(questions.length).toBeGreaterThan(1);
    for (const { headers } of questions) expect(headers).not.toMatch(/authorization/i);
  },
);

test.each([
  ['names no dashboard', withDashboard(undefined)],
  ['names a dashboard on another origin', withDashboard('https://evil.example/dashboard/')],
  ['has no list of features', takes(key)],
  ['responds with HTML', ((_request, reply) => void reply.end('<html>Log in</html>')) satisfies Answer],
  ['fails', json(500, {})],
] as const)('no dashboard appears if a service %s', { tags: '@X24' }, async (_what, answer) => {
  const { find } = await openWith(answer);
  expect(await find()).toBeNull();
});
