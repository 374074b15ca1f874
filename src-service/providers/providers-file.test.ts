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
const mail = (server: object, more: object = { name: 'Harbour Mail' }) => ({ kind: 'imap', ...more, ...server });
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

test('an organization can have a destination for mail, which uses TLS', { tags: '@X29' }, async () => {
  const server = { kind: 'imap', host: 'imap.brightwater.example' };
  const destinations = [destination, { ...server, organization: 'Brightwater', sign_in: 'end_user' }];
  expect(await read({ sources: [source, { ...server, name: 'Mail' }], destinations })).toMatchObject({
    sources: [{ kind: 'dav' }, { kind: 'imap', tls: 'implicit' }],
    destinations: [{ kind: 'dav' }, { kind: 'imap', tls: 'implicit' }],
  });
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
  [{ ...right, sources: [{ ...source, kind: 'pop3' }] }, /^sources\[0\]\.kind: /],
  [{ ...right, sources: [{ ...source, kind: 'imap' }] }, /^sources\[0\]\.host: /],
  [{ ...right, sources: [mail({ host: '127.0.0.1' })] }, /^sources\[0\]\.host: use a public address; /],
  [{ ...right, sources: [mail({ host: 'mail' })] }, /^sources\[0\]\.host: use a public host name /],
  [
    { ...right, sources: [mail({ host: 'imap.harbour.example/inbox' })] },
    'sources[0].host: use a host name without scheme, path or port',
  ],
  [
    { ...right, sources: [mail({ host: 'imap.harbour.example', tls: 'none' })] },
    'sources[0].tls: none is only for servers on this device',
  ],
  [
    {
      ...right,
      destinations: [
        { ...mail({ host: 'imap.brightwater.example' }, {}), organization: 'Brightwater', user: 'all', password: 'x' },
      ],
    },
    'destinations[0]: {user} in user, accounts, or sign_in is required',
  ],
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
