import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Refuses what no page of the console sends: another Host (a name that was rebound to this computer), another Origin,
 * a request that the browser marks as coming from elsewhere.
 */
export function guardRequests(server: FastifyInstance, origin: () => string): void {
  const problemOf = ({ headers }: FastifyRequest): string | null => {
    if (`http://${headers.host}` !== origin()) return 'Host';
    if (headers.origin !== undefined && headers.origin !== origin()) return 'Origin';
    const site = headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin' || site === 'none' ? null : 'Sec-Fetch-Site';
  };
  server.addHook('onRequest', async (request, reply) => {
    const problem = problemOf(request);
    if (problem) await reply.code(403).type('text/plain').send(`Refused: ${problem}.\n`);
  });
}
