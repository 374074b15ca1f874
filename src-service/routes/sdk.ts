import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/refusal.ts';

/** `/sdk/ferry-sdk.js`: the browser package's global script, for every page that wants to load it. */
export const mountSdk = (app: FastifyInstance, builtFiles: string): void => {
  app.get('/sdk/ferry-sdk.js', async (_request, reply) => {
    const script = await readFile(join(builtFiles, 'sdk/ferry-sdk.js')).catch(() => undefined);
    if (script === undefined)
      return reply.refuse(new Refusal(404, 'The SDK is not built here: run npm run build:sdk.'));
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(script);
  });
};
