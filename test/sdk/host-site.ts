import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FerryService } from './ferry-service.ts';

/** An organization's web page on its own origin, with the endpoint that its backend needs. */
export interface HostSite {
  readonly url: string;
  /** Sets the page at `/` from now on. */
  serve(html: string, headers?: Readonly<Record<string, string>>): void;
  /** Adds another page to this origin. */
  serveAt(path: string, html: string): void;
  close(): Promise<void>;
}

/** A page that only loads the SDK from the service. */
export const plainPage = (service: Pick<FerryService, 'url'>, body = '', head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Brightwater</title>${head}
<script src="${service.url}/sdk/ferry-sdk.js"></script></head>
<body>${body || '<main><h1>Brightwater</h1><button id="open">Move my data</button></main>'}</body></html>`;

/** Serves pages on 127.0.0.1. `POST /link-token` gets a token from the service, as a backend does. */
export const startHostSite = async (service: FerryService): Promise<HostSite> => {
  let page = { html: plainPage(service), headers: {} as Readonly<Record<string, string>> };
  const others = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    if (request.method === 'POST' && pathname === '/link-token') {
      const answer = async () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ link_token: await service.linkToken() }));
      };
      void answer();
      return;
    }
    const other = others.get(pathname);
    response.statusCode = pathname === '/' || other !== undefined ? 200 : 404;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (other === undefined) for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
    response.end(pathname === '/' ? page.html : (other ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (html, headers = {}) => {
      page = { html, headers };
    },
    serveAt: (path, html) => others.set(path, html),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
