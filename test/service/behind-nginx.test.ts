import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomSecret } from '#service/store/secrets.ts';
import { documentedFlags, startDocumentedNginx } from './documented-nginx.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { type RunningProcess, runService } from './run-service.ts';
import type { EndUser, EndUserRequest, Proxy } from './through-proxy.ts';

/** The limit in docs/operations.md. */
const limit = 600;
const tries = isSoak ? 10_000 : limit + 60;

const folder = mkdtempSync(join(tmpdir(), 'ferry-behind-nginx-'));
let service: RunningProcess;
let nginx: Proxy;
/** Counts the replies by status. */
const tally = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Sends many requests, some at the same time. */
const flood = async (user: EndUser, make: (index: number) => EndUserRequest, count = tries) => {
  const statuses: number[] = [];
  let next = 0;
  const sendAll = async (): Promise<void> => {
    while (next < count) statuses.push((await user(make(next++))).status);
  };
  await Promise.all(Array.from({ length: 8 }, sendAll));
  return tally(statuses);
};

/** Counts rows of all tables except the rate limits, and of the rate limits alone. */
const countRows = (): { otherRows: number; counted: number } => {
  const database = new DatabaseSync(join(folder, 'ferry.db'), { readOnly: true });
  const rowsOf = (table: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const remaining = tables.map(({ name }) => String(name)).filter((name) => name !== 'rate_limits');
  const rows = { otherRows: remaining.reduce((sum, table) => sum + rowsOf(table), 0), counted: rowsOf('rate_limits') };
  database.close();
  return rows;
};

/** Walks from a link token to a modal's page; returns the status of each step. */
const openModal = async (user: EndUser) => {
  const backend = nginx.endUser('127.0.0.40');
  const created = await backend({ path: '/api/v1/link-token', bearer: service.line.apiKey, body: {} });
  const { link_token: linkToken } = JSON.parse(created.text) as { link_token: string };
  const exchange = { path: '/api/v1/access-token', bearer: linkToken, body: { link_token: linkToken } };
  const exchangeResult = await user(exchange);
  const { access_token: bearer } = JSON.parse(exchangeResult.text) as { access_token: string };
  const opened = await user({ path: '/api/v1/migration-modal', bearer, body: { user_id: 'slow@x.example' } });
  const { url } = JSON.parse(opened.text) as { url: string };
  const page = await user({ path: new URL(url).pathname });
  return {
    exchanged: exchangeResult,
    url,
    page,
    statuses: [created, exchangeResult, opened, page].map(({ status }) => status),
  };
};

// On other systems, `npm test` doesn't install nginx.
describe.runIf(process.platform === 'linux')('behind the nginx of docs/operations.md', { tags: '@X1' }, () => {
  beforeAll(async () => {
    service = await runService([...documentedFlags(), '--data', folder]);
    nginx = await startDocumentedNginx(service.line.url);
  });
  afterAll(async () => {
    await nginx?.stop();
    await service?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'an end user who floods the service is rejected, but other users and calls with a valid token are not',
    { tags: '@T22' },
    async () => {
      const [flooder, other] = [nginx.endUser('127.0.0.2'), nginx.endUser('127.0.0.3')];
      const before = countRows();
      const guesses: readonly ((index: number) => EndUserRequest)[] = [
        () => ({ path: '/healthz', bearer: randomSecret() }),
        () => ({ path: '/api/v1/migrations', bearer: `ferry_live_${randomSecret()}` }),
        () => ({ path: `/modal/${randomSecret()}` }),
        () => ({ path: '/api/v1/access-token', bearer: randomSecret(), body: { link_token: randomSecret() } }),
        () => ({ path: '/healthz', headers: { 'x-forwarded-for': '127.0.0.3' } }),
        (index) => ({ path: '/healthz', headers: { 'x-forwarded-for': `198.51.100.${index % 250}` } }),
        (index) => ({ path: '/healthz', headers: { 'x-forwarded-for': [`10.0.0.${index % 250}`, '127.0.0.3'] } }),
        (index) => ({ path: '/healthz', headers: { forwarded: `for=10.0.0.${index % 250}` } }),
        () => ({ path: '/healthz', headers: { 'x-real-ip': '127.0.0.3' } }),
      ];
      const startedAt = Date.now();
      const statuses = await flood(flooder, (index) => guesses[index % guesses.length]?.(index) ?? { path: '/' });
      // On a slow machine, all requests together take more than a minute.
      const minutes = 1 + Math.floor((Date.now() - startedAt) / 60_000);
      expect(statuses[429]).toBeGreaterThanOrEqual(tries - limit * minutes);
      // One new row: invalid credentials and spoofed addresses left none.
      expect(countRows()).toEqual({ otherRows: before.otherRows, counted: before.counted + 1 });
      expect((await flooder({ path: '/healthz' })).headers['retry-after']).toMatch(/^\d+$/);
      expect((await other({ path: '/healthz' })).status).toBe(401);
      expect((await openModal(other)).statuses).toEqual([200, 200, 200, 200]);
      expect((await openModal(flooder)).statuses).toEqual([200, 200, 200, 200]);
    },
  );

  test('the modal’s URLs, cookies and policies use the public URL', async () => {
    const { exchanged, url, page } = await openModal(nginx.endUser('127.0.0.4'));
    expect(url).toMatch(/^https:\/\/api\.example\.com\/modal\//);
    expect(String(exchanged.headers['set-cookie'])).toMatch(/; Secure; SameSite=None/);
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=\d+$/);
  });

  test(
    'a client that bypasses nginx is counted by its connection’s address, whatever its headers say',
    { tags: '@T22' },
    async () => {
      const { port } = new URL(service.line.url);
      // Pipelined on one connection: each request counts. A connection may have at most 16 unanswered ones.
      const send = (from: string, requests: readonly string[]): Promise<number[]> =>
        new Promise((resolve, reject) => {
          const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: from });
          let text = '';
          socket.setEncoding('latin1').on('data', (data: string) => (text += data));
          socket.on('error', reject);
          socket.on('close', () =>
            resolve(Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))),
          );
          socket.end(requests.join(''));
        });
      const forged = (index: number) =>
        [`X-Forwarded-For: 127.0.0.6, 10.0.0.${index % 250}`, 'X-Real-IP: 127.0.0.6', 'Forwarded: for=127.0.0.6'][
          index % 3
        ] ?? '';
      const statuses: number[] = [];
      for (let sent = 0; sent < limit + 60; sent += 10) {
        const requests = Array.from(
          { length: 10 },
          (_, index) =>
            `${index % 2 === 0 ? 'GET' : 'HEAD'} /healthz HTTP/1.1\r\nHost: api.example.com\r\n${forged(sent + index)}\r\n` +
            `${index === 9 ? 'Connection: close\r\n' : ''}\r\n`,
        );
        statuses.push(...(await send('127.0.0.5', requests)));
      }
      expect(tally(statuses)).toEqual({ 401: limit, 429: 60 });
      expect((await nginx.endUser('127.0.0.6')({ path: '/healthz' })).status).toBe(401);
    },
  );
});
