'use strict';
const fs = require('node:fs');
const { Readable } = require('node:stream');
const { app } = require('electron');
const { define } = require('./define.cjs');

const failed = -2;
const unexpected = -9;

/**
 * What this runtime hands to a stream protocol; its types are gone from newer versions.
 * @typedef {{ bytes?: Buffer, file?: string, blobUUID?: string }} UploadPart
 * @typedef {{ url: string, method: string, headers: Record<string, string>, uploadData?: UploadPart[] }} StreamRequest
 * @typedef {{ error: number } | { statusCode: number, headers: Record<string, string>, data: Readable }} StreamReply
 */

/**
 * @param {Electron.Session} session
 * @param {UploadPart} part
 */
const readPart = async (session, part) => {
  if (part.blobUUID) return session.getBlobData(part.blobUUID);
  return part.file ? fs.promises.readFile(part.file) : (part.bytes ?? Buffer.alloc(0));
};

/**
 * @param {Electron.Session} session
 * @param {(request: Request) => Response | Promise<Response>} handler
 * @param {StreamRequest} asked
 * @returns {Promise<StreamReply>}
 */
async function answer(session, handler, asked) {
  try {
    const parts = await Promise.all((asked.uploadData ?? []).map((part) => readPart(session, part)));
    const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
    const { method, headers } = asked;
    const response = await handler(new Request(asked.url, { method, headers, ...body }));
    if (response.type === 'error') return { error: failed };
    const stream = /** @type {import('node:stream/web').ReadableStream} */ (response.body ?? new Blob([]).stream());
    const data = Readable.fromWeb(stream);
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), data };
  } catch (error) {
    console.error('[boot] protocol.handle', error);
    return { error: unexpected };
  }
}

/**
 * @param {unknown} done
 * @param {string} verb
 * @param {string} scheme
 */
const must = (done, verb, scheme) => {
  if (!done) throw new Error(`Failed to ${verb} protocol: ${scheme}`);
};

/** The three methods that took the place of the registering ones, on those. */
app.on('session-created', (session) => {
  const old = session.protocol;
  define(
    old,
    'handle',
    (/** @type {string} */ scheme, /** @type {Parameters<Electron.Protocol['handle']>[1]} */ take) =>
      must(
        old.registerStreamProtocol(scheme, (asked, reply) => {
          void answer(session, take, /** @type {StreamRequest} */ (asked)).then((one) =>
            reply(/** @type {Electron.ProtocolResponse} */ (one)),
          );
        }),
        'register',
        scheme,
      ),
  );
  define(old, 'unhandle', (/** @type {string} */ scheme) => must(old.unregisterProtocol(scheme), 'unhandle', scheme));
  // This one exists with another meaning and a promise for a result.
  Object.defineProperty(old, 'isProtocolHandled', {
    value: (/** @type {string} */ scheme) => old.isProtocolRegistered(scheme),
  });
});
