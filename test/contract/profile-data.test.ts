import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createDataLauncher } from '#main/hosts/browser/start-processes.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { DataRequest } from '#shared/data-messages/data-calls.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { json, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';
import { builtData } from '#test/fixtures/system/built-programs.ts';

const id = '00000000-0000-4000-8000-000000000001';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

const migration = (status: string) => ({
  object: 'migration',
  id,
  created: '2026-11-20T10:00:00.000Z',
  status,
  created_by_user_id: 'ada@example.com',
  company_id: null,
});

async function serve(): Promise<TestApi & { status: string }> {
  const shown = { status: 'WORKING' };
  const api = await startTestApi((request, reply) => {
    const body = request.url === '/healthz' ? { status: 'ok' } : { results: [migration(shown.status)] };
    json(200, body)(request, reply);
  });
  cleanups.push(api.close);
  return Object.assign(shown, api);
}

function open(file = builtData): TestConsole {
  const theConsole = openTestConsole({ launchData: createDataLauncher(file) });
  cleanups.push(theConsole.close);
  return theConsole;
}

async function connect({ call }: TestConsole, baseURL: string): Promise<string> {
  const addedResult = valueOf(await call('profiles', 'add', { name: 'Brightwater', environment: 'test', baseURL }));
  const key = { profileId: addedResult.id, key: 'ferry_test_0123456789abcdef', storage: 'keychain' } as const;
  valueOf(await call('apiKey', 'set', key));
  valueOf(await call('profiles', 'switch', { id: addedResult.id }));
  return addedResult.id;
}

test(
  'removing a profile deletes its whole timeline, including the last observation',
  { tags: ['@C5', '@W1'] },
  async () => {
    const api = await serve();
    const theConsole = open();
    const { call } = theConsole;
    const profileId = await connect(theConsole, api.url);
    valueOf(await call('migrations', 'list', { page: 1, pageSize: 10 }));
    api.status = 'COMPLETE';
    valueOf(await call('migrations', 'list', { page: 1, pageSize: 10 }));
    expect(valueOf(await call('profiles', 'removal', { id: profileId })).profileData).toEqual([
      { kind: 'timeline', count: 2 },
    ]);
    api.status = 'FAILED';
    valueOf(await call('migrations', 'list', { page: 1, pageSize: 10 }));
    valueOf(await call('profiles', 'remove', { id: profileId }));
    const secondProfileId = await connect(theConsole, api.url);
    expect(valueOf(await call('profiles', 'removal', { id: secondProfileId })).profileData).toEqual([]);
    expect(valueOf(await call('timeline', 'get', { id }))).toEqual({ changes: [], others: null });
  },
);

test(
  'if the data process can’t start, profile data is listed without counts, and the profile can’t be removed',
  { tags: ['@C5', '@W1', '@F25'] },
  async () => {
    const api = await serve();
    const theConsole = open(path.join(projectRoot, 'out/data/not-there.mjs'));
    const { call } = theConsole;
    const profileId = await connect(theConsole, api.url);
    expect(valueOf(await call('profiles', 'removal', { id: profileId })).profileData).toEqual([
      { kind: 'timeline', count: null },
      { kind: 'triage', count: null },
      { kind: 'alerts', count: null },
      { kind: 'proofs', count: null },
      { kind: 'listened', count: null },
    ]);
    expect(await call('profiles', 'remove', { id: profileId })).toMatchObject({
      ok: false,
      error: { code: 'data_unavailable' },
    });
    const names = valueOf(await call('profiles', 'list', {})).profiles.map(({ name }) => name);
    expect(names).toEqual(['Sandbox', 'Brightwater']);
  },
);

test(
  'a data process that exits before it has deleted a removed profile deletes the profile when it restarts',
  { tags: ['@C5', '@F15'] },
  async () => {
    const api = await serve();
    const launch = createDataLauncher(builtData);
    const started: DataRequest[][] = [];
    const theConsole = openTestConsole({
      launchData: (folder) => {
        const channel = launch(folder);
        const requests: DataRequest[] = [];
        const isFirst = started.push(requests) === 1;
        return {
          ...channel,
          send: (request) => {
            requests.push(request);
            if (isFirst && request.call === 'forgetProfile') channel.stop();
            else channel.send(request);
          },
        };
      },
    });
    cleanups.push(theConsole.close);
    const { call } = theConsole;
    const profileId = await connect(theConsole, api.url);
    valueOf(await call('migrations', 'list', { page: 1, pageSize: 10 }));
    valueOf(await call('profiles', 'remove', { id: profileId }));
    await eventually(() => expect(started[0]).toContainEqual(expect.objectContaining({ call: 'forgetProfile' })));
    await eventually(async () => {
      await call('timeline', 'count', {});
      expect(started.length).toBeGreaterThan(1);
    });
    expect(started[1]?.[0]).toMatchObject({ call: 'forgetProfile', args: { profileId } });
  },
);
