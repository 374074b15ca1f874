import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BareCall, getText } from './bare-http-call.ts';

/** A relay without Ferry: like the browser host, it forwards a page's call to the service and returns the reply. */
export async function startBareRelay(call: BareCall): Promise<{ readonly url: string; readonly close: () => void }> {
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare relay</title>');
      return;
    }
    request.resume();
    getText(call, agent).then(
      (text) => response.setHeader('content-type', 'application/json').end(text),
      (error: Error) => response.destroy(error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
