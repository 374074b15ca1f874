import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { openTestConsole, errorOf, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { startTestApi, takes, type TestApi } from '#test/fixtures/service/test-api.ts';
import type { ManagedProblem } from '#shared/console-contract/settings-calls.ts';
import { managedProblemText, readManagedConfiguration } from '#main/console/settings/managed-configuration.ts';

const file = '/etc/ferry-console/managed.json';
const key = 'ferry_live_0123456789abcdef';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close();
});

function openWith(configuration: unknown, userDataDir?: string): TestConsole {
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  const managedFile = { path: file, text };
  const theConsole = openTestConsole({ managedFile, ...(userDataDir === undefined ? {} : { userDataDir }) });
  cleanups.push(theConsole.close);
  return theConsole;
}
const serve = async (): Promise<TestApi> => {
  const api = await startTestApi(takes(key));
  cleanups.push(api.close);
  return api;
};
/** The file's problem as the log shows it. */
const problemText = ({ problem }: { readonly problem: ManagedProblem | null }): string | undefined =>
  problem ? managedProblemText(problem) : undefined;
const acme = (baseURL: string) => ({ id: 'acme', name: 'Acme', environment: 'production', baseURL });

test('a managed profile is listed, accepts a key, and can’t be changed or removed', { tags: '@C41' }, async () => {
  const api = await serve();
  const { call } = openWith({ version: 1, profiles: [acme(`${api.url}/`)] });
  const { profiles } = valueOf(await call('profiles', 'list', {}));
  expect(profiles[1]).toMatchObject({ id: 'managed-acme', baseURL: api.url, colour: '#A6155F', builtIn: false });
  expect(profiles[1]?.lockedFields).toContain('baseURL');
  expect(errorOf(await call('profiles', 'edit', { id: 'managed-acme', changes: { name: 'Mine' } })).code).toBe(
    'managed',
  );
  expect(errorOf(await call('profiles', 'remove', { id: 'managed-acme' })).code).toBe('managed');
  valueOf(await call('apiKey', 'set', { profileId: 'managed-acme', key, storage: 'keychain' }));
  valueOf(await call('profiles', 'switch', { id: 'managed-acme' }));
  valueOf(await call('migrations', 'list', { page: 1, pageSize: 10 }));
});

test(
  'a limited network allows only the file’s addresses, even for existing profiles',
  { tags: ['@C41', '@T27'] },
  async () => {
    const api = await serve();
    const other = await serve();
    const before = openTestConsole();
    const own = await before.call('profiles', 'add', { name: 'Own', environment: 'test', baseURL: other.url });
    const { id } = valueOf(own);
    await before.close();
    const { call } = openWith({ version: 1, profiles: [acme(api.url)], networkLimited: true }, before.userDataDir);
    const wanted = { name: 'Next', environment: 'test' as const, baseURL: 'https://elsewhere.example' };
    expect(errorOf(await call('profiles', 'add', wanted)).code).toBe('managed');
    const set = await call('apiKey', 'set', { profileId: id, key, storage: 'session' });
    expect(errorOf(set).code).toBe('managed');
    expect(other.requests).toEqual([]);
    valueOf(await call('apiKey', 'set', { profileId: 'managed-acme', key, storage: 'session' }));
  },
);

test(
  'a read-only console says so, and a file that still has "updates" is valid, without effect',
  { tags: '@C41' },
  async () => {
    const { call } = openWith({ version: 1, readOnly: true, updates: 'off' });
    expect(valueOf(await call('console', 'state', {})).readOnly).toBe(true);
    const { managed } = valueOf(await call('settings', 'get', {}));
    expect(managed).toEqual({ file, problem: null, readOnly: true, networkLimited: false, preferences: [] });
  },
);

const whole = {
  version: 1,
  networkLimited: true,
  readOnly: true,
  profiles: [acme('https://a.example')],
};
const read = (configuration: unknown) => readManagedConfiguration({ path: file, text: JSON.stringify(configuration) });
/** Invalid values for every field. */
const wrongArbitrary = fc.oneof(
  fc.constantFrom(null, '', 'yes', 'true', 'TRUE', 0, 1, -1, 2.5, [], [true], {}, { readOnly: false }, '\u001b[2J'),
  fc.jsonValue(),
);

test.each([
  ['', 'The file is empty. Write {"version": 1}, or delete it.'],
  ['{', "The file isn't JSON."],
  ['[]', 'The file must be an object, in { and }.'],
  ['null', 'The file must be an object, in { and }.'],
  [{}, 'version is missing; it must be 1.'],
  [{ version: '1' }, 'version must be 1.'],
  [{ version: 2 }, 'The file has version 2, but this console reads version 1. Install a newer console.'],
  [{ version: 1, readonly: true }, "readonly isn't a field. The fields are version, profiles, caFile, networkLimited,"],
  [{ version: 1, readOnly: 'yes' }, 'readOnly must be true or false, without quotes.'],
  [{ version: 1, networkLimited: 1 }, 'networkLimited must be true or false, without quotes.'],
  [{ version: 1, updates: 'on' }, 'updates must be "off" or missing.'],
  [{ version: 1, profiles: {} }, 'profiles must be a list of at most 20 profiles, in [ and ].'],
  [{ version: 1, profiles: [7] }, 'profiles.0 must be an object, in { and }.'],
  [
    { version: 1, profiles: [{ ...acme('https://a.example'), id: 'Not An Id' }] },
    'profiles.0.id must be 1 to 40 lowercase',
  ],
  [{ version: 1, profiles: [acme('http://a.example')] }, 'profiles.0.baseURL: Use https://'],
  [
    { version: 1, profiles: [acme('https://a.example'), acme('https://b.example')] },
    'profiles.1.id is already used by another profile. Change it.',
  ],
])(
  'a faulty file locks the console down, and the message names the field and the restrictions in force: %j',
  { tags: ['@C41', '@T37'] },
  async (configuration, why) => {
    const { call } = openWith(configuration);
    const { managed } = valueOf(await call('settings', 'get', {}));
    expect(managed).toMatchObject({ readOnly: true, networkLimited: true });
    const problem = problemText(managed);
    expect(problem).toContain(`${file} is invalid. `);
    expect(problem).toContain(why);
    expect(problem).toContain('the console creates no data and calls only the Sandbox');
    expect(problem).not.toContain('\n');
    const { items } = valueOf(await call('selfCheck', 'read', {}));
    expect(items).toContainEqual(expect.objectContaining({ state: 'attention', found: problem }));
    const wanted = { name: 'Own', environment: 'test' as const, baseURL: 'https://elsewhere.example' };
    expect(errorOf(await call('profiles', 'add', wanted)).code).toBe('managed');
  },
);

test(
  'no value of a single field lifts a restriction, and every other field is still read',
  { tags: ['@C41', '@T37'] },
  () => {
    const fieldOf = fc.constantFrom(
      'version',
      'networkLimited',
      'readOnly',
      'profiles',
      'caFile',
      'updates',
      'networklimited',
    );
    const holds = fc.property(fieldOf, wrongArbitrary, (name, value) => {
      const managed = read({ ...whole, [name]: value });
      const opened = value === false && managed.problem === null;
      expect(managed.readOnly).toBe(!(opened && name === 'readOnly'));
      expect(managed.networkLimited).toBe(!(opened && name === 'networkLimited'));
      const isRead = name !== 'profiles' && !(name === 'version' && typeof value === 'number' && value > 1);
      expect(managed.profiles).toHaveLength(isRead ? 1 : managed.profiles.length);
      expect(problemText(managed) ?? '').toMatch(/^[ -~]*$/);
    });
    fc.assert(holds, { numRuns: 1_000 });
  },
);

test('a truncated or overwritten file never unlocks the console', { tags: ['@C41', '@T37'] }, () => {
  const text = JSON.stringify(whole);
  for (let length = 0; length < text.length; length += 1) {
    const managed = readManagedConfiguration({ path: file, text: text.slice(0, length) });
    expect([length, managed.readOnly, managed.networkLimited]).toEqual([length, true, true]);
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        wrongArbitrary.map((value) => JSON.stringify(value)),
      ),
      (any) => {
        const managed = readManagedConfiguration({ path: file, text: any });
        expect([any, managed.readOnly, managed.networkLimited]).toEqual([any, true, true]);
      },
    ),
  );
});

test(
  'a profile with one wrong optional field loses only that field, and other profiles stay',
  { tags: ['@C41', '@T37'] },
  () => {
    const odd = { ...acme('https://b.example'), id: 'odd', colour: 'red', companiesPageSizeParameter: '' };
    const managed = read({ ...whole, readOnly: false, profiles: [whole.profiles[0], odd, { id: 'no' }] });
    const { profiles } = managed;
    const problem = problemText(managed);
    expect(profiles).toEqual([whole.profiles[0], { ...acme('https://b.example'), id: 'odd' }]);
    expect(problem).toContain('profiles.1.colour must be one of "#1F6E63"');
    expect(problem).toContain('profiles.2.name is missing; it must be 1 to 60 characters.');
    expect(problem).toContain('calls only the Sandbox and the valid managed profiles: acme, odd.');
  },
);

test('messages about a faulty file repeat only its field names', { tags: ['@C41', '@T37'] }, () => {
  const secret = 'ferry_live_0123456789abcdef';
  const holds = fc.property(
    fc.constantFrom('version', 'readOnly', 'profiles', 'apiKey', 'caFile', 'updates'),
    (name) => {
      expect(problemText(read({ ...whole, [name]: { secret } }))).not.toContain(secret);
      expect(
        problemText(read({ ...whole, profiles: [{ ...acme('https://a.example'), [name]: [secret] }] })),
      ).not.toContain(secret);
    },
  );
  fc.assert(holds);
  expect(problemText(read({ ...whole, '\u001b[31mreadOnly\u202e': true }))).toMatch(/^[ -~]+$/);
});

test('ten of 10,000 faults in a file are named, and the rest are counted', { tags: ['@C41', '@T37'] }, () => {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field${at}`, at]));
  const problem = problemText(read({ version: 1, ...fields }));
  expect(problem).toContain('More errors: 9990.');
  expect(problem?.length).toBeLessThan(2_000);
});

const fields = {
  caFile: fc.constantFrom('/a.pem', '/b.pem'),
  networkLimited: fc.boolean(),
  readOnly: fc.boolean(),
  timeZone: fc.constantFrom('local', 'utc'),
  times: fc.constantFrom('relative', 'absolute'),
  autoRefreshSeconds: fc.constantFrom(0, 10, 30, 60),
  loadAllBySelf: fc.boolean(),
};
type Fields = { [Name in keyof typeof fields]?: unknown };
const fieldsArbitrary = fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Fields>;
const flat = ({ caFile, networkLimited, readOnly, preferences }: ReturnType<typeof readManagedConfiguration>) => ({
  ...(caFile === undefined ? {} : { caFile }),
  networkLimited,
  readOnly,
  ...preferences,
});
/** Policies as the registry stores them. */
const registryValues = (values: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );

test('a policy overrides the file’s field, and a field that neither sets keeps its default', { tags: '@C41' }, () => {
  fc.assert(
    fc.property(fieldsArbitrary, fieldsArbitrary, (inFile, inPolicies) => {
      const text = JSON.stringify({ version: 1, ...inFile });
      const found = readManagedConfiguration(
        { path: file, text },
        { path: 'HKLM', values: registryValues(inPolicies) },
      );
      expect(found).toMatchObject({ problem: null, file: `${file} and HKLM` });
      expect(flat(found)).toEqual({ networkLimited: false, readOnly: false, ...inFile, ...inPolicies });
    }),
  );
});

test(
  'a faulty policy restricts the console and is named, and valid fields of the file still apply',
  { tags: ['@C41', '@T37'] },
  () => {
    const readWith = (values: Record<string, unknown>) =>
      readManagedConfiguration({ path: file, text: '{"version":1,"timeZone":"utc"}' }, { path: 'HKLM', values });
    for (const values of [
      { ReadOnyl: 1 },
      { ReadOnly: 2 },
      { Profiles: '[{' },
      { TimeZone: 'mars' },
      { StuckHours: '{}' },
    ]) {
      const found = readWith(values);
      expect(found).toMatchObject({ readOnly: true, networkLimited: true, preferences: { timeZone: 'utc' } });
      expect(problemText(found)).toContain('The configuration HKLM is invalid.');
    }
    const unreadable = readManagedConfiguration(null, { path: 'HKLM', fault: "The registry can't be read." });
    expect(unreadable).toMatchObject({ readOnly: true, networkLimited: true });
  },
);

test('a preference that the administrator set applies, and the user can’t change it', { tags: '@C41' }, async () => {
  const before = openTestConsole();
  valueOf(await before.call('settings', 'change', { timeZone: 'local', pageSize: 50 }));
  await before.close();
  const { call } = openWith({ version: 1, timeZone: 'utc' }, before.userDataDir);
  expect(valueOf(await call('settings', 'get', {}))).toMatchObject({
    preferences: { timeZone: 'utc', pageSize: 50 },
    managed: { preferences: ['timeZone'] },
  });
  expect(errorOf(await call('settings', 'change', { timeZone: 'local' })).code).toBe('managed');
  valueOf(await call('settings', 'change', { pageSize: 25 }));
  expect(valueOf(await call('settings', 'get', {})).preferences).toMatchObject({ timeZone: 'utc', pageSize: 25 });
});
