import { expect, test } from 'vitest';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { healthLines } from './health-lines.ts';

const now = new Date('2026-11-20T14:32:00.000Z');
const state = (
  more: Partial<ConsoleState['profile']>,
  connection?: Partial<ConsoleState['connection']>,
): ConsoleState => ({
  host: 'browser',
  version: '0.1.0',
  settingsNotice: null,
  crash: null,
  profile: {
    id: 'p',
    name: 'Brightwater',
    environment: 'production',
    baseURL: 'https://api.example',
    colour: '#1F6E63',
    builtIn: false,
    key: null,
    readOnly: false,
    ticketTemplate: null,
    ...more,
  },
  readOnly: false,
  connection: { state: 'connected', latencyMs: 84, at: '2026-11-20T14:31:48.000Z', ...connection },
});
const key = {
  storage: 'keychain' as const,
  lastFour: '4f2a',
  prefix: 'ferry_live_',
  storedAt: '2026-10-10T00:00:00.000Z',
  ageDays: 41,
  age: 'fresh' as const,
  refused: false,
};
const texts = (facts: Parameters<typeof healthLines>[0]) =>
  healthLines(facts, now).map((line) => `${line.state} ${line.text}`);

test('a working profile shows connection, key, keychain, proxy, contract and Sandbox', { tags: '@C40' }, () => {
  const item = { group: 'keychain', name: 'State', state: 'good', found: 'Secret Service, unlocked' } as const;
  const proxy = {
    group: 'network',
    name: 'Proxy',
    state: 'good',
    found: 'none; this host reads environment variables',
  } as const;
  const facts = { items: [item, proxy], drift: 2, sandboxURL: 'http://127.0.0.1:43117' };
  expect(texts({ state: state({ key }), ...facts })).toEqual([
    'good 84 ms, checked 12 s ago',
    'good ····4f2a, 41 days old',
    'good Secret Service, unlocked',
    'good None',
    'attention 2 differences from the contract',
    'good Running on port 43117',
  ]);
});

test('the health card shows problems and unknown states', { tags: '@C40' }, () => {
  const unknown = { items: undefined, drift: null, sandboxURL: null };
  expect(texts({ state: state({}, { state: 'offline' }), ...unknown })).toEqual([
    'attention No connection, checked 12 s ago',
    'bad No key stored yet',
    'unknown Checking',
    'unknown Checking',
    'unknown Not compared yet',
    'unknown Not running',
  ]);
  const refused = state({ key: { ...key, refused: true } });
  expect(texts({ state: refused, ...unknown })[1]).toBe('bad ····4f2a was rejected');
  expect(texts({ state: state({ builtIn: true }), ...unknown })[1]).toBe('good Created by the Sandbox');
});

test('a keychain problem is shown in the health card', { tags: '@C40' }, () => {
  const items = [
    { group: 'keychain', name: 'Backend', state: 'good', found: 'libsecret' },
    { group: 'keychain', name: 'State', state: 'attention', found: 'locked' },
  ] as const;
  expect(texts({ state: state({}), items, drift: 0, sandboxURL: undefined })[2]).toBe('attention Locked');
});
