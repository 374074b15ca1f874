import { expect, test } from 'vitest';
import { readDashboard } from './dashboards-topic.ts';

const baseURL = 'https://ferry.example:8443/at';
const own = 'https://ferry.example:8443/at/dashboard/';

test(
  "the console gets the URL of a service's dashboard and the URL that rotates the profile's key there",
  { tags: '@X24' },
  () => {
    expect(readDashboard(own, baseURL, undefined)).toEqual({ url: own, rotateUrl: null });
    expect(readDashboard(own, baseURL, 'a_9Z')).toEqual({ url: own, rotateUrl: `${own}#/rotate/a_9Z` });
    expect(readDashboard(own, baseURL, '/#"<')?.rotateUrl).toBe(`${own}#/rotate/%2F%23%22%3C`);
  },
);

test('a service cannot name a dashboard on another origin', { tags: ['@X24', '@T86'] }, () => {
  const others = [
    undefined,
    '',
    'dashboard',
    'https://ferry.example/at/dashboard/',
    'http://ferry.example:8443/at/dashboard/',
    'https://ferry.example.evil.example:8443/at/dashboard/',
    'https://evil.example/dashboard/',
    'https://ferry.example:8443@evil.example/dashboard/',
    'https://ada:secret@ferry.example:8443/at/dashboard/',
    'https://ferry.example:8443/at/@evil.example/',
    `${own}?next=https://evil.example`,
    `${own}#/invitation/a-token`,
    'javascript:alert(1)',
    'file:///etc/passwd',
    `${own}${'a'.repeat(2_000)}`,
  ];
  for (const named of others) expect([named, readDashboard(named, baseURL, 'o9BE')]).toEqual([named, null]);
});
