import { expect, test } from 'vitest';
import { linkedProfiles } from './linked-profiles.ts';

const profile = (id: string, name: string, environment: 'production' | 'test' | 'sandbox', baseURL: string | null) => ({
  id,
  name,
  environment,
  baseURL,
  builtIn: id === 'sandbox',
});
const live = profile('live', 'Brightwater', 'production', 'https://api.ferry.example');
const other = profile('other', 'Northwind', 'production', 'https://api.ferry.example');
const trial = profile('trial', 'Brightwater', 'test', 'https://api.ferry.example');
const sandbox = profile('sandbox', 'Sandbox', 'sandbox', 'http://127.0.0.1:41000');
const all = { activeId: 'other', profiles: [sandbox, trial, live, other] };
const ofLive = { environment: 'production', baseURL: live.baseURL, profile: 'Brightwater' } as const;

test('a link opens in the profile of its service, environment and name', { tags: '@C38' }, () => {
  expect(linkedProfiles(ofLive, all)).toEqual([live]);
  expect(linkedProfiles({ ...ofLive, environment: 'test' }, all)).toEqual([trial]);
});

test("if no profile has the link's name, every profile of its service matches", { tags: '@C38' }, () => {
  expect(linkedProfiles({ ...ofLive, profile: 'Ours' }, all)).toEqual([live, other]);
});

test('a link to another environment, another URL or the local Sandbox matches no profile', { tags: '@C38' }, () => {
  expect(linkedProfiles({ ...ofLive, environment: 'sandbox' }, all)).toEqual([]);
  expect(linkedProfiles({ ...ofLive, baseURL: 'https://api.ferry.example.evil' }, all)).toEqual([]);
  const local = { environment: 'sandbox', baseURL: sandbox.baseURL, profile: 'Sandbox' } as const;
  expect(linkedProfiles(local, all)).toEqual([]);
});

test('a link to the Sandbox opens the local Sandbox, on any port', { tags: '@C38' }, () => {
  expect(linkedProfiles({ environment: 'sandbox', baseURL: null, profile: 'Sandbox' }, all)).toEqual([sandbox]);
});

test('a link that names no service opens in the profile on screen', { tags: '@C38' }, () => {
  expect(linkedProfiles(null, all)).toEqual([other]);
});
