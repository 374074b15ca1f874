import { expect, test } from 'vitest';
import { readDashboard } from './dashboards-topic.ts';

const baseURL = 'https://ferry.example:8443/at';
const ownUrl = 'https://ferry.example:8443/at/dashboard/';

test(
  "the console gets the URL of a service's dashboard and the URL that rotates the profile's key there",
  { tags: '@X24' },
  () => {
    expect(readDashboard(ownUrl, baseURL, undefined)).toEqual({ url: ownUrl, rotateUrl: null });
    expect(readDashboard(ownUrl, baseURL, 'a_9Z')).toEqual({ url: ownUrl, rotateUrl: `${ownUrl}#/rotate/a_9Z` });
    expect(readDashboard(ownUrl, baseURL, '/#"<')?.rotateUrl).toBe(`${ownUrl}#/rotate/%2F%23%22%3C`);
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
    `${ownUrl}?next=https://evil.example`,
    `${ownUrl}#/invitation/a-token`,
    'javascript:alert(1)',
    'file:///etc/passwd',
    `${ownUrl}${'a'.repeat(2_000)}`,
  ];
  for (const named of others) expect([named, readDashboard(named, baseURL, 'o9BE')]).toEqual([named, null]);
});
