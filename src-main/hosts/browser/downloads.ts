import { randomBytes } from 'node:crypto';
import { accessSync, type Dirent, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SaveFile } from '../../console/ports/save-file.ts';
import { removeFile } from './remove-file.ts';

interface WaitingFile {
  readonly file: string;
  readonly fileName: string;
}

interface StartedDownload extends WaitingFile {
  readonly end: (isWhole: boolean) => void;
}

/** Exported files for browser downloads. Each file is written to disk, downloaded once and deleted. */
export interface Downloads extends SaveFile {
  readonly find: (id: string) => WaitingFile | null;
  readonly start: (id: string) => StartedDownload | 'busy' | null;
  readonly close: () => void;
}

interface Entry extends WaitingFile {
  timer: NodeJS.Timeout | null;
}

const waitMs = 10 * 60_000;
const prefix = 'downloads-';
const downloadPath = '/downloads/';

const randomHex = (): string => randomBytes(8).toString('hex');
/** Names that `createDownloads` gives, names of interrupted writes, and the marker of earlier versions. */
const ownName = /^(?:\.?[0-9a-f]{16}-.|\.made-by-ferry-console$)/;

/** Removes the exported files of this console and of killed ones. A folder with a user's file stays. */
function removeFiles(userDataDir: string): void {
  let entries: Dirent[] = [];
  try {
    entries = readdirSync(userDataDir, { withFileTypes: true });
  } catch {
    // The folder doesn't exist yet, or can't be read.
  }
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^downloads-\w{6}$/.test(entry.name)) continue;
    const folder = path.join(userDataDir, entry.name);
    try {
      for (const name of readdirSync(folder)) if (ownName.test(name)) removeFile(path.join(folder, name));
      rmdirSync(folder);
    } catch {
      // The folder contains a user's file, or can't be read.
    }
  }
}

/** @param userDataDir holds the pending files, in a folder that only this user can read */
export function createDownloads(userDataDir: string): Downloads {
  const pendingEntries = new Map<string, Entry>();
  let folder: string | null = null;
  removeFiles(userDataDir);

  const place = (fileName: string): string => {
    const name = `${randomHex()}-${fileName}`;
    try {
      folder ??= mkdtempSync(path.join(userDataDir, prefix));
      accessSync(folder);
      return path.join(folder, name);
    } catch {
      // Forgets the folder, so that the next export creates a new one. The caller reports the write error.
      folder = null;
      return path.join(userDataDir, prefix + randomHex(), name);
    }
  };
  const drop = (id: string, file: string) => {
    pendingEntries.delete(id);
    removeFile(file);
  };
  const startDropTimer = (id: string, file: string) => setTimeout(() => drop(id, file), waitMs).unref();
  const offer = (found: WaitingFile): string => {
    const id = randomBytes(24).toString('base64url');
    pendingEntries.set(id, { ...found, timer: startDropTimer(id, found.file) });
    return downloadPath + id;
  };
  return {
    choose: async ({ fileName }) => {
      const file = place(fileName);
      return { file, fileName, mode: 0o600, written: () => ({ path: null, download: offer({ file, fileName }) }) };
    },
    reveal: () => false,
    find: (id) => pendingEntries.get(id) ?? null,
    start: (id) => {
      const entry = pendingEntries.get(id);
      if (!entry) return null;
      if (!entry.timer) return 'busy';
      clearTimeout(entry.timer);
      entry.timer = null;
      const { file, fileName } = entry;
      const end = (isWhole: boolean) => {
        if (isWhole) drop(id, file);
        else entry.timer = startDropTimer(id, file);
      };
      return { file, fileName, end };
    },
    close: () => {
      for (const { timer } of pendingEntries.values()) if (timer) clearTimeout(timer);
      pendingEntries.clear();
      removeFiles(userDataDir);
    },
  };
}

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  md: 'text/markdown; charset=utf-8',
  zip: 'application/zip',
};

const refuse = (reply: FastifyReply, status: number, sentence: string): FastifyReply =>
  reply.code(status).header('Cache-Control', 'no-store').type('text/plain').send(`${sentence}\n`);

/** Whether a browser sent this request as a prefetch, which isn't a download. */
const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  [headers['sec-purpose'], headers['purpose'], headers['x-moz']].some((value) => String(value).includes('prefetch'));

const downloadedMessage = 'This file was already downloaded or has expired. Export again.';

/** A download can't send the call header, so its URL contains 192 random bits that only the page knows. */
export function mountDownloads(
  server: FastifyInstance,
  downloads: Pick<Downloads, 'find' | 'start'>,
  hasSession: (request: FastifyRequest) => boolean,
): void {
  const url = `${downloadPath}:id`;
  const describe = (reply: FastifyReply, fileName: string, bytes: number) =>
    reply
      .header('Content-Disposition', `attachment; filename="${fileName}"`)
      .header('Content-Length', bytes)
      // Range requests aren't supported, because partial responses don't show when the download is complete.
      .header('Accept-Ranges', 'none')
      .header('Cache-Control', 'no-store')
      .type(types[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/octet-stream');

  server.route<{ Params: { id: string } }>({
    url,
    method: ['GET', 'HEAD'],
    onRequest: async (request, reply) => {
      if (!hasSession(request)) {
        await refuse(reply, 401, 'This browser has no console session. Open the link shown in the terminal.');
      } else if (isPrefetch(request)) await refuse(reply, 503, "Files can't be prefetched. Click the link.");
    },
    handler: async ({ method, params }, reply) => {
      if (method === 'HEAD') {
        const foundDownload = downloads.find(params.id);
        const size = foundDownload && (await stat(foundDownload.file).catch(() => null))?.size;
        return foundDownload && size !== null && size !== undefined
          ? describe(reply, foundDownload.fileName, size).send()
          : refuse(reply, 404, downloadedMessage);
      }
      const startResult = downloads.start(params.id);
      if (startResult === 'busy') return refuse(reply, 409, 'This file is already being downloaded.');
      const handle = await open(startResult?.file ?? '').catch(() => null);
      if (!startResult || !handle) {
        startResult?.end(true);
        return refuse(reply, 404, downloadedMessage);
      }
      // `finished` also runs if the connection is already closed, which emits no event.
      finished(reply.raw, (error) => startResult.end(!error));
      const { size } = await handle.stat();
      return describe(reply, startResult.fileName, size).send(handle.createReadStream());
    },
  });
  server.route({
    url,
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    handler: (_request, reply) =>
      refuse(reply.header('Allow', 'GET, HEAD'), 405, 'Files can only be requested with GET.'),
  });
}
