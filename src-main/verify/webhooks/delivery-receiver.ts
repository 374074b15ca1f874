import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Delivery } from './check-delivery.ts';

/** A receiver on this computer that takes every delivery and keeps it. */
export interface DeliveryReceiver {
  /** Its path is a secret of this run: nobody else delivers there. */
  readonly address: string;
  /** The first delivery that is meant, of those that have come or come in time; null for none. */
  readonly until: (isMeant: (delivery: Delivery) => boolean, withinMs: number) => Promise<Delivery | null>;
  readonly close: () => Promise<void>;
}

const mostBytes = 1024 * 1024;
const mostDeliveries = 1_000;

/** @param signal ends every wait. Rejects where no port can be had. */
export async function openDeliveryReceiver(signal: AbortSignal): Promise<DeliveryReceiver> {
  const deliveries: Delivery[] = [];
  let look = (): void => undefined;
  const path = `/${randomBytes(16).toString('base64url')}`;
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostBytes) request.destroy();
      else pieces.push(piece);
    });
    request.on('end', () => {
      const isMeant = request.method === 'POST' && request.url === path;
      reply.writeHead(isMeant ? 204 : 404).end();
      if (!isMeant || deliveries.length >= mostDeliveries) return;
      const headers = Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
      deliveries.push({ headers: Object.fromEntries(headers), body: Buffer.concat(pieces) });
      look();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    until: (isMeant, withinMs) =>
      new Promise((resolve) => {
        const end = (found: Delivery | null): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          look = () => undefined;
          resolve(found);
        };
        const stop = () => end(null);
        const timer = setTimeout(stop, withinMs);
        signal.addEventListener('abort', stop, { once: true });
        look = () => {
          const found = deliveries.find(isMeant);
          if (found !== undefined) end(found);
        };
        look();
        if (signal.aborted) stop();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
