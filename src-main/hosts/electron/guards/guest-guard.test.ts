import fc from 'fast-check';
import type { WebPreferences } from 'electron';
import { expect, test } from 'vitest';
import { admitGuest, type GuestPolicy, isLoginWindow, mayLoad, mayRequest } from './guest-guard.ts';

const policy: GuestPolicy = { partition: 'lab-7', origins: ['http://127.0.0.1:4100', 'https://api.example.com'] };
const params = { partition: 'lab-7', src: 'http://127.0.0.1:4100/run/abc' };

test('a guest of the open lab can attach, with strict preferences', { tags: '@C17' }, () => {
  const preferences: WebPreferences = { preload: '/x.js', nodeIntegration: true, sandbox: false };
  expect(admitGuest(preferences, params, policy)).toBe(true);
  expect(preferences).toMatchObject({
    partition: 'lab-7',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  expect(preferences.preload).toBeUndefined();
});

test.each([
  ['no lab is open', params, null],
  ['another partition', { ...params, partition: 'lab-8' }, policy],
  ["no partition, which would be the console's session", { src: params.src }, policy],
  ['a partition on disk', { ...params, partition: 'persist:x' }, { ...policy, partition: 'persist:x' }],
  ['another port', { ...params, src: 'http://127.0.0.1:4101/' }, policy],
  ['another scheme', { ...params, src: 'http://api.example.com/' }, policy],
  ['the console itself', { ...params, src: 'app://console/' }, policy],
  ['a file', { ...params, src: 'file:///etc/passwd' }, policy],
  ['a user name', { ...params, src: 'http://api.example.com@127.0.0.1:4100/' }, policy],
  ['a similar host name', { ...params, src: 'https://api.example.com.evil.example/' }, policy],
  ['no address', { partition: 'lab-7' }, policy],
  ['code', { ...params, src: 'javascript:alert(1)' }, policy],
  ['data', { ...params, src: 'data:text/html,x' }, policy],
  ['an empty page', { ...params, src: 'about:blank' }, policy],
])('this guest is rejected: %s', { tags: ['@C17', '@T10'] }, (_name, switches, given) => {
  expect(admitGuest({}, switches as Record<string, string>, given)).toBe(false);
});

test('the guard overrides every preference that a guest requests', { tags: ['@C17', '@T10'] }, () => {
  const names = [
    'preload',
    'nodeIntegration',
    'contextIsolation',
    'webviewTag',
    'sandbox',
    'session',
    'enableBlinkFeatures',
  ];
  const switches = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.anything());
  const strict: WebPreferences = {};
  admitGuest(strict, params, policy);
  fc.assert(
    fc.property(switches, (preferences) => {
      expect(admitGuest(preferences as WebPreferences, params, policy)).toBe(true);
      expect({ ...preferences }).toEqual(strict);
    }),
  );
});

const kinds = ['mainFrame', 'subFrame', 'script', 'stylesheet', 'image', 'font', 'xhr', 'ping', 'media', 'webSocket'];

test('guests in a limited network reach only allowed origins', { tags: ['@C41', '@T27'] }, () => {
  const isAllowed = (url: string) => mayLoad(url, policy);
  const go = (url: string, isLimited: boolean) =>
    kinds.filter((resourceType) => mayRequest({ resourceType, url }, isAllowed, isLimited));
  expect(go('https://api.example.com/x', true)).toEqual(kinds);
  for (const url of ['https://elsewhere.example/', 'wss://api.example.com/', 'http://10.0.0.1/', 'nothing'])
    expect(go(url, true)).toEqual([]);
  expect(go('https://elsewhere.example/', false)).toEqual(kinds.slice(2));
});

test(
  'only the sign-in window of a practice provider on a port of the guest opens outside',
  { tags: ['@X27', '@C17', '@T10'] },
  () => {
    const login = {
      partition: 'lab',
      origins: ['http://127.0.0.1:4600', 'http://127.0.0.1:4700', 'https://api.example'],
    };
    const name = 'A'.repeat(43);
    expect(isLoginWindow(`http://localhost:4700/modal-login/${name}`, login)).toBe(true);
    for (const address of [
      `http://localhost:4701/modal-login/${name}`,
      `http://localhost:4700/modal-login/${name}?next=x`,
      `http://localhost:4700/modal-login/${name}#x`,
      `http://localhost:4700/modal-login/${name}A`,
      `http://localhost:4700/modal/${name}`,
      `http://user@localhost:4700/modal-login/${name}`,
      `http://localhost.attacker.example:4700/modal-login/${name}`,
      `https://localhost:4700/modal-login/${name}`,
      `https://api.example/modal-login/${name}`,
      `file:///modal-login/${name}`,
      '',
    ]) {
      expect(isLoginWindow(address, login), address).toBe(false);
    }
  },
);
