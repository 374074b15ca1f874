import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createArrivals } from '../base/arrivals.ts';
import type { Delivery } from './check-delivery.ts';

const maxBytes = 1024 * 1024;
const maxDeliveries = 1_000;

/** Rejects if no port is available. Aborting `signal` ends every wait. */
export async function openDeliveryReceiver(signal: AbortSignal) {
  const deliveries = createArrivals<Delivery>(signal);
  const path = `/${randomBytes(16).toString('base64url')}`;
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > maxBytes) request.destroy();
      else pieces.push(piece);
    });
    request.on('end', () => {
      const isDelivery = request.method === 'POST' && request.url === path;
      reply.writeHead(isDelivery ? 204 : 404).end();
      if (!isDelivery || deliveries.all.length >= maxDeliveries) return;
      const headers = Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
      deliveries.add({ headers: Object.fromEntries(headers), body: Buffer.concat(pieces) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    /** URL with a secret path, so that only the tested service delivers there. */
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    until: deliveries.until,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type DeliveryReceiver = Awaited<ReturnType<typeof openDeliveryReceiver>>;
