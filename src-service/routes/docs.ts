import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type PageFile, readPageFiles } from '../dashboard/page-files.ts';
import { refuse } from '../http/refusal.ts';
import { documents, documentText } from '../openapi/documents.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/** Serves the documentation and the OpenAPI documents without a key. Reads them at the first request, which may never come. */
export const mountDocs = (app: FastifyInstance, builtFiles: string): void => {
  for (const name of Object.keys(documents) as (keyof typeof documents)[]) {
    let text: string | undefined;
    app.get(`/${name}`, (_request, reply) => {
      text ??= documentText(name);
      return reply.header('content-type', 'application/json; charset=utf-8').send(text);
    });
  }
  let files: ReadonlyMap<string, PageFile> | undefined;
  const find = (name: string): PageFile => {
    files ??= readPageFiles(join(builtFiles, 'docs'));
    if (files === undefined) return refuse(404, "The documentation isn't built. Run npm run build.");
    return files.get(name) ?? files.get(`${name}.html`) ?? refuse(404, "This path doesn't exist.");
  };
  const send = (reply: FastifyReply, { type, bytes }: PageFile): FastifyReply =>
    reply.header('content-security-policy', policy).header('content-type', type).send(bytes);
  app.get('/docs', (_request, reply) => {
    const { type, bytes } = find('index.html');
    // Without a slash at the end of the URL, relative paths start one folder higher.
    const html = String(bytes).replaceAll(/ (href|src)="\.\//g, ' $1="./docs/');
    return send(reply, { type, bytes: Buffer.from(html) });
  });
  app.get<{ Params: { '*': string } }>('/docs/*', ({ params }, reply) =>
    send(reply, find(params['*'] || 'index.html')),
  );
  app.get('/llms.txt', (_request, reply) => send(reply, find('llms.txt')));
};
