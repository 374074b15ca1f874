import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../openapi/docs-page.ts';
import { openApiText } from '../openapi/openapi-document.ts';

const policyFor = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/openapi.json` and `/docs`, without a key. Both are made at the first request: most services are never asked. */
export const mountDocs = (app: FastifyInstance): void => {
  let document: string | undefined;
  let page: ReturnType<typeof docsPage> | undefined;
  app.get('/openapi.json', (_request, reply) => {
    document ??= openApiText();
    return reply.header('content-type', 'application/json; charset=utf-8').send(document);
  });
  app.get('/docs', (_request, reply) => {
    page ??= docsPage();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policyFor(page.style))
      .send(page.html);
  });
};
