import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Refuses what no page of the console sends: another Host (a name that was rebound to this computer), another Origin,
 * a request that the browser marks as coming from elsewhere.
 */
export function guardRequests(server: FastifyInstance, origin: () => string): void {
  const problemOf = (request: FastifyRequest): string | null => {
    const { headers } = request;
    if (`http://${headers.host}` !== origin()) {
      return `The Host of this request is not this console's. Open ${origin()} itself, by no other name.`;
    }
    if (headers.origin !== undefined && headers.origin !== origin()) {
      return `The Origin of this request is another page's. Only pages of ${origin()} may ask the console.`;
    }
    const site = headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none' || isFirstPage(request)) return null;
    return `The browser says by Sec-Fetch-Site that another page sent this request. Only pages of ${origin()} may ask the console.`;
  };
  server.addHook('onRequest', async (request, reply) => {
    const problem = problemOf(request);
    if (problem) await reply.code(403).type('text/plain').send(`Refused: ${problem}\n`);
  });
}

/**
 * The console's page as a page of its own, to which the file that the browser was started with leads on. It holds nothing
 * by itself, may not be framed, and cuts every tie to the page that led to it.
 */
const isFirstPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  url === '/' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';
