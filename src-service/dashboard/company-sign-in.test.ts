import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompanySignIn, limitedFetch } from './company-sign-in.ts';

let reply: (response: ServerResponse) => void;
const server = createServer((_request, response) => reply(response));
let issuer: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const get = () => limitedFetch(issuer, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' });
const limit = 256 * 1_024;

test('responses of up to 256 KiB are passed on', { tags: '@X30' }, async () => {
  reply = (response) => response.writeHead(403, { 'x-name': 'value' }).end('a'.repeat(limit));
  const passedReply = await get();
  expect([passedReply.status, passedReply.headers.get('x-name')]).toEqual([403, 'value']);
  expect(await passedReply.text()).toBe('a'.repeat(limit));
  reply = (response) => response.writeHead(204).end();
  expect((await get()).status).toBe(204);
});

test('a response is read only up to 256 KiB after decompression', { tags: ['@X30', '@A16'] }, async () => {
  const tooLong = `The response of ${issuer} is longer than 256 KiB.`;
  reply = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(limit + 1)));
  await expect(get()).rejects.toThrow(tooLong);
  let closed: Promise<unknown> | undefined;
  reply = (response) => {
    closed = once(response, 'close');
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      response.once('drain', write);
    };
    write();
  };
  await expect(get()).rejects.toThrow(tooLong);
  await closed;
});

test(
  'a company sign-in whose provider sends endless settings fails, and the next sign-in succeeds',
  { tags: ['@X30', '@A16'] },
  async () => {
    const settings = { issuer, authorization_endpoint: `${issuer}/authorize` };
    const faults: string[] = [];
    const company = createCompanySignIn({ issuer, clientId: 'ferry', clientSecret: 'secret' }, (error) =>
      faults.push(String(error)),
    );
    const send = (padding: number) => {
      reply = (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ...settings, padding: 'a'.repeat(padding) }));
      return company.start('http://127.0.0.1/dashboard/');
    };
    expect(await send(limit)).toBeUndefined();
    expect(faults).toHaveLength(1);
    expect((await send(1_000))?.url).toContain(`${issuer}/authorize?`);
  },
);
