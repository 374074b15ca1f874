import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { json, takes, type TestApi } from '#test/fixtures/service/test-api.ts';
import { openConsole, serve } from './open-console.ts';

const key = 'ferry_test_0123456789abcdef';
const draft = (baseURL: string, name = 'Brightwater') => ({ name, environment: 'test' as const, baseURL });

/** A console whose active profile has a key for this service. */
async function connected(api: TestApi, name = 'Brightwater') {
  const theConsole = openConsole();
  const { id } = valueOf(await theConsole.call('profiles', 'add', draft(api.url, name)));
  valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key, storage: 'keychain' }));
  valueOf(await theConsole.call('profiles', 'switch', { id }));
  return { theConsole, id };
}

test(
  'a first start has the Sandbox as its active profile, which can’t be changed or removed',
  { tags: '@C5' },
  async () => {
    const { call } = openConsole();
    const list = valueOf(await call('profiles', 'list', {}));
    expect(list).toMatchObject({ activeId: 'sandbox', profiles: [{ id: 'sandbox', builtIn: true, key: null }] });
    for (const outcome of [
      await call('profiles', 'edit', { id: 'sandbox', changes: { name: 'Mine' } }),
      await call('profiles', 'remove', { id: 'sandbox' }),
      await call('profiles', 'export', { ids: ['sandbox'] }),
      await call('apiKey', 'set', { profileId: 'sandbox', key, storage: 'session' }),
    ]) {
      expect(errorOf(outcome).code).toBe('built_in_profile');
    }
  },
);

test(
  'a profile is added, changed and still there after a restart, and production is always magenta',
  { tags: '@C5' },
  async () => {
    const first = openConsole();
    const addedResult = valueOf(
      await first.call('profiles', 'add', { ...draft('https://API.example.com/'), colour: '#41549E' }),
    );
    expect(addedResult).toMatchObject({
      baseURL: 'https://api.example.com',
      colour: '#41549E',
      key: null,
    });
    const editedResult = valueOf(
      await first.call('profiles', 'edit', { id: addedResult.id, changes: { environment: 'production' } }),
    );
    expect(editedResult).toMatchObject({
      keyDropped: false,
      profile: { colour: '#A6155F', environment: 'production' },
    });
    await first.close();
    const second = openConsole({ userDataDir: first.userDataDir });
    expect(valueOf(await second.call('profiles', 'list', {})).profiles[1]).toEqual(editedResult.profile);
  },
);

test('invalid profile data gives one message, and nothing is saved', { tags: '@C5' }, async () => {
  const { call, userDataDir } = openConsole();
  valueOf(await call('profiles', 'add', draft('https://api.example.com')));
  writeFileSync(path.join(userDataDir, 'not-a-ca.pem'), 'hello');
  for (const [wrong, problem] of [
    [draft('http://api.example.com', 'Second'), 'https'],
    [draft('https://api.example.com', 'brightwater'), 'A profile named brightwater already exists.'],
    [{ ...draft('https://a.example', 'Third'), caFile: path.join(userDataDir, 'not-a-ca.pem') }, 'no PEM certificate'],
    [{ ...draft('https://a.example', 'Third'), caFile: 'relative.pem' }, 'full path'],
    [{ ...draft('https://a.example', 'Third'), caFile: '/nowhere/ca.pem' }, 'not found'],
  ] as const) {
    const error = errorOf(await call('profiles', 'add', wrong));
    expect(error).toMatchObject({ code: 'invalid_profile' });
    expect(error.detail).toContain(problem);
  }
  expect(valueOf(await call('profiles', 'list', {})).profiles).toHaveLength(2);
});

test('a switch cancels pending calls and notifies the pages', { tags: '@C5' }, async () => {
  const api = await serve((request, reply) => {
    if (request.url === '/healthz') takes(key)(request, reply);
  });
  const { theConsole } = await connected(api);
  const listing = theConsole.call('migrations', 'list', { page: 1, pageSize: 25 });
  await expect.poll(() => api.requests.filter(({ line }) => line.includes('migrations')).length).toBe(1);
  valueOf(await theConsole.call('profiles', 'switch', { id: 'sandbox' }));
  expect(errorOf(await listing).code).toBe('cancelled');
  const last = theConsole.events.filter(({ name }) => name === 'console:state-changed').at(-1);
  expect(last?.data).toMatchObject({ profile: { id: 'sandbox' }, connection: { state: 'unknown' } });
});

test('a response that arrives during a profile switch never counts for the next profile', { tags: '@C5' }, async () => {
  let answerNow: () => void = () => undefined;
  const api = await serve((request, reply) => {
    if (request.url === '/healthz') takes(key)(request, reply);
    else answerNow = () => takes(key)(request, reply);
  });
  const { theConsole, id } = await connected(api);
  const listing = theConsole.call('migrations', 'list', { page: 1, pageSize: 25 });
  await expect.poll(() => api.requests.filter(({ line }) => line.includes('migrations')).length).toBe(1);
  const switched = theConsole.call('profiles', 'switch', { id: 'sandbox' });
  answerNow();
  const [outcome] = await Promise.all([listing, switched]);
  // Either the reply arrived in time and names its profile, or the outcome is an error.
  expect(outcome.ok ? outcome.value.profileId : outcome.error.code).toBe(outcome.ok ? id : 'cancelled');
  expect(valueOf(await theConsole.call('companies', 'lookup', { ids: ['any'] }))).toEqual([]);
});

test('company names of one profile don’t appear in another profile', { tags: '@C5' }, async () => {
  const company = { id: 'c1', provider_company_name: 'Acme' };
  const first = await serve((request, reply) =>
    request.url?.includes('companies') ? json(200, [company])(request, reply) : takes(key)(request, reply),
  );
  const second = await serve(takes(key));
  const { theConsole, id } = await connected(first);
  valueOf(await theConsole.call('companies', 'list', { page: 1, pageSize: 25 }));
  expect(valueOf(await theConsole.call('companies', 'lookup', { ids: ['c1'] }))).toHaveLength(1);
  const other = valueOf(await theConsole.call('profiles', 'add', draft(second.url, 'Other')));
  valueOf(await theConsole.call('profiles', 'switch', { id: other.id }));
  expect(valueOf(await theConsole.call('companies', 'lookup', { ids: ['c1'] }))).toEqual([]);
  valueOf(await theConsole.call('profiles', 'switch', { id }));
  expect(valueOf(await theConsole.call('companies', 'lookup', { ids: ['c1'] }))).toHaveLength(1);
});

test('the profile determines the name of the page-size parameter', { tags: '@C5' }, async () => {
  const api = await serve(takes(key));
  const { theConsole, id } = await connected(api);
  valueOf(await theConsole.call('profiles', 'edit', { id, changes: { companiesPageSizeParameter: 'per_page' } }));
  valueOf(await theConsole.call('companies', 'list', { page: 2, pageSize: 50 }));
  expect(api.requests.map(({ line }) => line)).toContain('GET /api/v1/companies?page=2&per_page=50');
});

test('the connection test uses /healthz', { tags: '@C5' }, async () => {
  const api = await serve(takes(key));
  const { theConsole, id } = await connected(api);
  const testedResult = valueOf(await theConsole.call('profiles', 'test', { id }));
  expect(testedResult).toMatchObject({ serviceVersion: '1.2.3' });
  expect(testedResult.latencyMs).toBeGreaterThan(0);
});

test(
  'removing a profile lists what is deleted, then deletes its key and returns to the Sandbox',
  { tags: '@C5' },
  async () => {
    const api = await serve(takes(key));
    const { theConsole, id } = await connected(api);
    expect(valueOf(await theConsole.call('profiles', 'removal', { id }))).toMatchObject({
      name: 'Brightwater',
      key: { lastFour: 'cdef', storage: 'keychain' },
      profileData: [],
    });
    expect(valueOf(await theConsole.call('profiles', 'remove', { id }))).toMatchObject({ activeId: 'sandbox' });
    expect(errorOf(await theConsole.call('profiles', 'test', { id })).code).toBe('unknown_profile');
  },
);

test(
  'exported profiles contain no key or path, and imported profiles have neither',
  { tags: ['@C43', '@T5'] },
  async () => {
    const api = await serve(takes(key));
    const { theConsole, id } = await connected(api);
    const { text, fileName } = valueOf(await theConsole.call('profiles', 'export', { ids: [id] }));
    expect(fileName).toMatch(/^ferry-profiles-\d{4}-\d\d-\d\d\.json$/);
    expect(text).not.toContain(key);
    expect(text).not.toMatch(/\bcdef\b/);
    const file = JSON.parse(text) as { profiles: Record<string, unknown>[] };
    expect(Object.keys(file.profiles[0] ?? {})).toEqual([
      'name',
      'environment',
      'baseURL',
      'colour',
      'companiesPageSizeParameter',
    ]);
    Object.assign(file.profiles[0] ?? {}, {
      caFile: '/etc/hostname',
      apiKey: 'ferry_live_x',
      id: 'sandbox',
    });
    file.profiles.push({ name: 'Bad', environment: 'test', baseURL: 'http://evil.example' }, { name: 1 });
    const other = openConsole();
    const importedResult = valueOf(await other.call('profiles', 'import', { text: JSON.stringify(file) }));
    expect(importedResult.added).toHaveLength(1);
    expect(importedResult.added[0]).toMatchObject({
      baseURL: api.url,
      caFile: null,
      key: null,
      builtIn: false,
    });
    expect(importedResult.refused.map(({ name }) => name)).toEqual(['Bad', 'Profile 3']);
    expect(errorOf(await other.call('profiles', 'test', { id: importedResult.added[0]?.id ?? '' })).code).toBe(
      'no_key',
    );
  },
);

test(
  'a template for ticket texts is exported and imported, and an invalid one is refused',
  { tags: ['@C43', '@C56'] },
  async () => {
    const { call } = openConsole();
    const ticketTemplate = { format: 'markdown', text: '**{{title}}**' } as const;
    const profileDraft = { name: 'Brightwater', environment: 'test', baseURL: 'https://api.example' } as const;
    const { id } = valueOf(await call('profiles', 'add', profileDraft));
    const { profile } = valueOf(await call('profiles', 'edit', { id, changes: { ticketTemplate } }));
    expect(profile.ticketTemplate).toEqual(ticketTemplate);
    const { text } = valueOf(await call('profiles', 'export', { ids: [id] }));
    const other = openConsole();
    expect(valueOf(await other.call('profiles', 'import', { text })).added[0]?.ticketTemplate).toEqual(ticketTemplate);
    const third = openConsole();
    const refused = valueOf(await third.call('profiles', 'import', { text: text.replace('{{title}}', '{{titel}}') }));
    expect(refused).toEqual({
      added: [],
      refused: [{ name: 'Brightwater', problem: "ticketTemplate: Line 1: {{titel}} isn't a placeholder." }],
    });
    const changes = { ticketTemplate: { format: 'html', text: '<img src="https://evil.example">' } } as const;
    expect((await call('profiles', 'edit', { id, changes })).ok).toBe(false);
  },
);

test.each([
  '',
  '{',
  '[]',
  '{"kind":"other","version":1,"profiles":[{}]}',
  '{"kind":"ferry-console-profiles","version":2,"profiles":[{}]}',
])('invalid exported profiles add nothing: %j', { tags: '@C43' }, async (text) => {
  const { call } = openConsole();
  expect(errorOf(await call('profiles', 'import', { text })).code).toBe('invalid_import');
  expect(valueOf(await call('profiles', 'list', {})).profiles).toHaveLength(1);
});

test('the console keeps the key if the service lists its features only with a key', { tags: '@C3' }, async () => {
  const api = await serve(takes(key));
  const { theConsole } = await connected(api);
  expect(valueOf(await theConsole.call('activity', 'funnel', {}))).toEqual({ funnel: null });
  expect(api.requests.at(-1)?.line).toBe('GET /.well-known/ferry');
  valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 }));
});
