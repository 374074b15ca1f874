import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSender } from '#service/webhooks/send-request.ts';
import { createAuthority, type ServerCertificate } from '#test/fixtures/network/certificates.ts';

/** Starts a receiver with this certificate that counts its requests. */
const receive = async (certificate: ServerCertificate) => {
  let requests = 0;
  const server = createServer(certificate, (_request, response) => {
    requests += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests: () => requests };
};

test(
  'a receiver with an untrusted certificate gets no delivery, whatever the environment says',
  { tags: ['@X23', '@T70'] },
  async () => {
    const authority = createAuthority();
    onTestFinished(authority.remove);
    const past = { from: '200101000000Z', to: '210101000000Z' };
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    const sender = createSender({ allowLoopback: true });
    onTestFinished(() => sender.close());
    for (const certificate of [
      authority.issue(['IP:127.0.0.1']),
      authority.issue(['DNS:elsewhere.example']),
      authority.issue(['IP:127.0.0.1'], past),
    ]) {
      const { port, requests } = await receive(certificate);
      const result = await sender.send({ url: `https://127.0.0.1:${port}/`, headers: {}, body: '{}' });
      expect(result.error).toMatch(/^The certificate isn't trusted \(\w+\)\.$/);
      expect(requests()).toBe(0);
    }
  },
);
