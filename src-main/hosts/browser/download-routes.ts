import { createReadStream, rm } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Downloads, downloadPath } from './downloads.ts';

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  md: 'text/markdown; charset=utf-8',
  zip: 'application/zip',
};

/**
 * Serves exported files as `GET /downloads/<id>`, each once. A download cannot carry the header of a call, so its address
 * is the second secret besides the cookie: it has 192 random bits and was told to the page alone.
 */
export function mountDownloads(
  server: FastifyInstance,
  downloads: Pick<Downloads, 'take'>,
  hasSession: (request: FastifyRequest) => boolean,
): void {
  server.get<{ Params: { id: string } }>(`${downloadPath}:id`, async (request, reply) => {
    if (!hasSession(request)) return reply.code(401).type('text/plain').send('This is no session of the console.\n');
    const found = downloads.take(request.params.id);
    if (!found) return reply.code(404).type('text/plain').send('This file was fetched already. Export it again.\n');
    const { file, fileName } = found;
    const removed = () => rm(file, { force: true }, () => undefined);
    reply.raw.once('close', removed);
    const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
    return reply
      .header('Content-Disposition', `attachment; filename="${fileName}"`)
      .header('Cache-Control', 'no-store')
      .type(types[ending] ?? 'application/octet-stream')
      .send(createReadStream(file));
  });
}
