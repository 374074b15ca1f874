import { afterEach, expect, test } from 'vitest';
import { createAuthority } from '#test/fixtures/network/certificates.ts';
import { type ConsoleHandle, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { startRecordingProxy } from '#test/fixtures/network/recording-proxy.ts';
import { hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { startTestApi, takes } from '#test/fixtures/service/test-api.ts';

const key = 'ferry_test_0123456789abcdef';
const baseURL = 'https://api.ferry.test';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

/**
 * Creates a profile for the service behind the proxy, with or without the CA file, and returns the outcome of entering
 * its key.
 */
async function enterKey(consoleHandle: ConsoleHandle, name: string, caFile: string | null) {
  const added = await consoleHandle.call('profiles', 'add', { name, environment: 'test', baseURL, caFile });
  const { id } = (added.ok ? added.value : {}) as { id: string };
  return { id, set: await consoleHandle.call('apiKey', 'set', { profileId: id, key, storage: 'session' }) };
}

test(
  'a proxy and a custom CA work together in Electron, and the proxy sees no key and no other requests',
  { tags: ['@C13', '@T19'] },
  async () => {
    const authority = createAuthority();
    const api = await startTestApi(takes(key), authority.issue(['DNS:api.ferry.test']));
    const proxy = await startRecordingProxy(Number(new URL(api.url).port));
    const consoleHandle = await openElectronHost(`--proxy-server=${proxy.url}`);
    cleanups.push(authority.remove, api.close, proxy.close, consoleHandle.close);

    const trusted = await enterKey(consoleHandle, 'Brightwater', authority.caFile);
    expect(trusted.set).toMatchObject({ ok: true, value: { serviceVersion: '1.2.3' } });
    expect(proxy.requests).toEqual(['CONNECT api.ferry.test:443']);
    await consoleHandle.call('profiles', 'switch', { id: trusted.id });
    expect(await consoleHandle.call('migrations', 'list', { page: 1, pageSize: 10 })).toMatchObject({ ok: true });
    expect(api.requests.map(({ line }) => line)).toContain('GET /api/v1/migrations?page=1&page_size=10');

    // Without the CA file, Chromium reaches the same service through the same proxy, but doesn't trust it.
    const checks = () => api.requests.filter(({ line }) => line === 'GET /healthz').length;
    const before = { tunnels: proxy.requests.length, checks: checks() };
    const untrusted = await enterKey(consoleHandle, 'No file', null);
    expect(untrusted.set).toMatchObject({ ok: false, error: { code: 'certificate' } });
    expect(proxy.requests.length).toBeGreaterThan(before.tunnels);
    expect(checks()).toBe(before.checks);

    // Chromium's built-in services make no requests.
    expect(new Set(proxy.requests)).toEqual(new Set(['CONNECT api.ferry.test:443']));
    expect(proxy.bytes().byteLength).toBeGreaterThan(500);
    expect(hitsIn(proxy.bytes(), [key])).toBe(0);
    expect(api.requests.some(({ headers }) => headers.includes(key))).toBe(true);
  },
);
