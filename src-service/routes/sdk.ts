import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/refusal.ts';
import { serviceVersion } from '../operations/service-version.ts';
import { cardWordsIn, languageFor } from '../modal-page/words/languages.ts';

/** `dist`, two levels above this file in the source tree and the bundle. Programs packaged elsewhere pass a folder. */
export const builtFilesFolder = (): string => join(import.meta.dirname, '../../dist');

const scriptPaths = {
  '/sdk/ferry-sdk.js': 'no-store',
  '/sdk/v1/ferry-sdk.js': 'public, max-age=300',
  [`/sdk/${serviceVersion}/ferry-sdk.js`]: 'public, max-age=31536000, immutable',
};

export const mountSdk = (app: FastifyInstance, builtFiles: string): void => {
  for (const [path, cacheControl] of Object.entries(scriptPaths)) {
    app.get(path, async (_request, reply) => {
      const script = await readFile(join(builtFiles, 'sdk/ferry-sdk.js')).catch(() => undefined);
      if (script === undefined) return refuse(404, "The SDK isn't built. Run npm run build:sdk.");
      return reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', cacheControl)
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(script);
    });
  }
  app.get<{ Querystring: { locale?: unknown } }>('/sdk/words', ({ query, headers }, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=86400')
      .header('vary', 'Accept-Language')
      .send(cardWordsIn(languageFor(query.locale, headers['accept-language']))),
  );
};
