import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../http/refusal.ts';
import { serviceVersion } from '../operations/service-version.ts';
import { cardWordsIn, languageFor } from '../modal-page/words/languages.ts';

/** `dist`, two levels above this file in the source tree and the bundle. Programs packaged elsewhere pass a folder. */
export const builtFilesFolder = (): string => join(import.meta.dirname, '../../dist');

const forever = 'public, max-age=31536000, immutable';
const scriptPaths = {
  '/sdk/ferry-sdk.js': 'no-store',
  '/sdk/v1/ferry-sdk.js': 'public, max-age=300',
  [`/sdk/${serviceVersion}/ferry-sdk.js`]: forever,
};

export const mountSdk = (app: FastifyInstance, builtFiles: string): void => {
  const send = async (reply: FastifyReply, file: string, cacheControl: string, missing: string) => {
    const script = await readFile(join(builtFiles, file)).catch(() => refuse(404, missing));
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', cacheControl)
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(script);
  };
  for (const [path, cacheControl] of Object.entries(scriptPaths)) {
    const missing = "The SDK isn't built. Run npm run build:sdk.";
    app.get(path, (_request, reply) => send(reply, 'sdk/ferry-sdk.js', cacheControl, missing));
  }
  const released = '/sdk/:version(^\\d+\\.\\d+\\.\\d+$)/ferry-sdk.js';
  app.get<{ Params: { version: string } }>(released, ({ params: { version } }, reply) => {
    const missing = `This service doesn't have version ${version} of the SDK. /sdk/v1/ferry-sdk.js is version ${serviceVersion}.`;
    return send(reply, `../src-sdk/released/${version}.js`, forever, missing);
  });
  app.get<{ Querystring: { locale?: unknown } }>('/sdk/words', ({ query, headers }, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=86400')
      .header('vary', 'Accept-Language')
      .send(cardWordsIn(languageFor(query.locale, headers['accept-language']))),
  );
};
