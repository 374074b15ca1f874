import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProvidersFile } from './providers-file.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-providers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = { name: 'Harbour Mail', kind: 'dav', address: 'https://dav.harbour.example/' };
const destination = {
  organization: 'Brightwater',
  kind: 'dav',
  address: 'https://dav.brightwater.example/',
  user: 'ferry',
  password: 'top-secret',
};
const right = { sources: [source], destinations: [destination] };

const read = async (content: unknown) => {
  const file = path.join(folder, 'providers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readProvidersFile(file).catch(({ message }: Error) => message.replace(file, 'FILE'));
};

test('organization names in the providers file are case-sensitive, as in the store', { tags: '@X29' }, async () => {
  const both = [destination, { ...destination, organization: destination.organization.toUpperCase() }];
  expect(await read({ ...right, destinations: both })).toMatchObject({ destinations: [{}, {}] });
});

test('a valid providers file gets the defaults of the settings that it omits', { tags: '@X29' }, async () => {
  expect(await read(right)).toMatchObject({ practice: false, allow_loopback: false, sources: [{ category: 'other' }] });
});

test('a destination can have an account for each end user', { tags: '@X29' }, async () => {
  writeFileSync(
    path.join(folder, 'accounts.json'),
    JSON.stringify([{ source: source.name, source_user: 'ada', user: 'a.lovelace', password: 'top-secret' }]),
  );
  const { organization, kind, address } = destination;
  const mapped = { organization, kind, address, accounts: 'accounts.json' };
  expect(await read({ ...right, destinations: [mapped] })).toMatchObject({
    destinations: [{ accounts: path.join(folder, 'accounts.json') }],
  });
});

const { user: _user, password: _password, ...withoutAccount } = destination;

test.each([
  ['{', "the file isn't JSON"],
  [
    { ...right, destinations: [withoutAccount] },
    'destinations[0]: user and password, accounts, or sign_in is required',
  ],
  [
    { ...right, destinations: [{ ...destination, sign_in: 'end_user' }] },
    'destinations[0]: use only one of user and password, accounts, and sign_in',
  ],
  [
    {
      ...right,
      destinations: [{ ...withoutAccount, address: 'https://dav.brightwater.example/{user}/', sign_in: 'end_user' }],
    },
    "destinations[0]: {user} and sign_in can't be used together",
  ],
  [
    { ...right, destinations: [{ ...destination, accounts: 'none.json' }] },
    'destinations[0]: use only one of user and password, accounts, and sign_in',
  ],
  [
    { ...right, destinations: [{ ...withoutAccount, accounts: 'none.json' }] },
    /^destinations\[0\]: the accounts file \S+none\.json is invalid: the file can't be read \(ENOENT\)$/,
  ],
  [
    { ...right, destinations: [{ ...destination, address: 'https://{user}.brightwater.example/' }] },
    'destinations[0]: use {user} only in the path of address',
  ],
  [{}, /^sources: /],
  [{ ...right, sources: [] }, /^sources: /],
  [{ ...right, more: 1 }, 'the file has an unknown property more'],
  [{ ...right, sources: [{ ...source, kind: 'imap' }] }, /^sources\[0\]\.kind: /],
  [{ ...right, sources: [source, { ...source, name: 'HARBOUR mail' }] }, 'two sources have the name "HARBOUR mail"'],
  [{ ...right, destinations: [destination, destination] }, 'the organization "Brightwater" has two destinations'],
  [{ ...right, destinations: [{ ...destination, password: 7 }] }, /^destinations\[0\]\.password: /],
  [
    { ...right, sources: [{ ...source, address: 'http://dav.harbour.example/' }] },
    /^sources\[0\]\.address: it must start/,
  ],
  [{ ...right, sources: [{ ...source, address: 'https://127.0.0.1/' }] }, /^sources\[0\]\.address: it must have/],
  [
    { ...right, destinations: [{ ...destination, address: 'https://10.0.0.1/' }] },
    /^destinations\[0\]\.address: it must have/,
  ],
] as const)(
  'an error in the providers file is one sentence without passwords: %j',
  { tags: '@X29' },
  async (content, fault) => {
    const sentence = String(await read(content));
    const [, output = ''] = /^The providers file FILE is invalid: ([^\n]*)\.$/.exec(sentence) ?? [];
    expect(output).toMatch(fault);
    expect(sentence).not.toContain('top-secret');
  },
);

test('a missing providers file is reported', { tags: '@X29' }, async () => {
  const reading = readProvidersFile(path.join(folder, 'none.json'));
  await expect(reading).rejects.toThrow("the file can't be read (ENOENT)");
});
