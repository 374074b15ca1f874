import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCompanySettings } from './company-settings.ts';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ferry-company-'));
  file = path.join(folder, 'secret');
  await writeFile(file, ' s3cret \n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const all = () => ({
  dashboard: true,
  oidcIssuer: 'https://id.example.com/',
  oidcClientId: 'ferry',
  oidcClientSecretFile: file,
});

test('company sign-in is off without flags, and keeps the issuer exactly as given', { tags: '@X24' }, async () => {
  expect(await readCompanySettings({})).toBeUndefined();
  const settings = { issuer: 'https://id.example.com/', clientId: 'ferry', clientSecret: 's3cret' };
  expect(await readCompanySettings(all())).toEqual(settings);
  expect(await readCompanySettings({ ...all(), oidcIssuer: 'http://127.0.0.1:4000' })).toBeDefined();
});

test('an invalid setting gets a message without the secret', { tags: '@X24' }, async () => {
  const empty = path.join(folder, 'empty');
  await writeFile(empty, '\n');
  for (const [change, sentence] of [
    [{ dashboard: false }, /needs --dashboard/],
    [{ oidcIssuer: undefined }, /together/],
    [{ oidcClientId: undefined }, /together/],
    [{ oidcClientSecretFile: undefined }, /together/],
    [{ oidcIssuer: 'http://id.example.com' }, /https:\/\//],
    [{ oidcClientSecretFile: path.join(folder, 'none') }, /can't be read \(ENOENT\)/],
    [{ oidcClientSecretFile: empty }, /is empty/],
  ] as const) {
    const message = await readCompanySettings({ ...all(), ...change }).catch(String);
    expect(message).toMatch(sentence);
    expect(message).not.toContain('s3cret');
  }
});
