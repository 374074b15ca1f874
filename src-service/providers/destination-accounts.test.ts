import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accountFor, readAccountsFile } from './destination-accounts.ts';

const destination = {
  organization: 'Brightwater',
  kind: 'dav' as const,
  address: 'https://dav.brightwater.example/',
  user: 'ferry',
  password: 'secret',
};
const ada = { source: 'Harbour Mail', userName: 'ada@harbour.example' };

test('end users can share a fixed account', { tags: '@X29' }, async () => {
  expect(await accountFor(destination, ada)).toEqual({
    address: destination.address,
    user: 'ferry',
    password: 'secret',
    isShared: true,
  });
});

test('the user name at the source selects the account', { tags: '@X29' }, async () => {
  const template = {
    ...destination,
    address: 'https://dav.brightwater.example/principals/{user}/',
    user: '{user}*ferry',
  };
  expect(await accountFor(template, ada)).toEqual({
    address: 'https://dav.brightwater.example/principals/ada%40harbour.example/',
    user: 'ada@harbour.example*ferry',
    password: 'secret',
    isShared: false,
  });
});

test.each(['ceo*ferry', 'ceo:', '../ceo', '..', 'ceo\r\nX-Evil: 1', 'a/b', ''])(
  'a user name that could select another account selects no account: %j',
  { tags: ['@X29', '@T96'] },
  async (userName) => {
    expect(await accountFor({ ...destination, user: '{user}' }, { ...ada, userName })).toBeUndefined();
  },
);

const accountsFile = (content: unknown): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-accounts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'accounts.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const entry = { source: ada.source, source_user: ada.userName, user: 'a.lovelace', password: 'top-secret' };

test('the accounts file selects the account and is read for each copy', { tags: '@X29' }, async () => {
  const accounts = accountsFile([entry]);
  const { user: _user, password: _password, ...rest } = destination;
  const mapped = { ...rest, accounts };
  expect(await accountFor(mapped, ada)).toMatchObject({ user: 'a.lovelace', password: 'top-secret', isShared: false });
  expect(await accountFor(mapped, { ...ada, userName: 'grace' })).toBeUndefined();
  expect(await accountFor(mapped, { ...ada, source: 'Another' })).toBeUndefined();
  writeFileSync(accounts, JSON.stringify([entry, { ...entry, source_user: 'grace', user: 'g.hopper' }]));
  expect(await accountFor(mapped, { ...ada, userName: 'grace' })).toMatchObject({ user: 'g.hopper' });
});

test("the end user's sign-in at the destination selects the account", { tags: '@X29' }, async () => {
  const { user: _user, password: _password, ...rest } = destination;
  const settings = { ...rest, sign_in: 'end_user' as const };
  const atDestination = { userName: 'a.lovelace', password: 'top-secret' };
  expect(await accountFor(settings, { ...ada, atDestination })).toEqual({
    address: destination.address,
    user: 'a.lovelace',
    password: 'top-secret',
    isShared: false,
    isOfEndUser: true,
  });
  expect(await accountFor(settings, ada)).toBeUndefined();
});

test.each([
  [[entry, entry], 'ada@harbour.example of Harbour Mail appears twice'],
  [[{ ...entry, password: 7 }], /^\[0\]\.password: /],
])('an error in the accounts file shows no password', { tags: '@X29' }, async (content, fault) => {
  const error = await readAccountsFile(accountsFile(content)).catch((caught: unknown) => caught as Error);
  expect(error).toHaveProperty('message', expect.stringMatching(fault));
  expect(String(error)).not.toContain('top-secret');
});
