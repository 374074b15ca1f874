'use strict';
const { Readable } = require('node:stream');
const { app, net } = require('electron');
const { define } = require('./define.cjs');

const withoutBody = [101, 204, 205, 304];

/**
 * `session.fetch` of newer versions on this runtime's `net.request`. For http and https only; a request's body is read
 * whole before it is sent.
 * @param {Electron.Session} session
 * @param {string | Request} input
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
function fetchWith(session, input, init) {
  return new Promise((resolve, reject) => {
    const request = new Request(input, init);
    const signal = init?.signal ?? request.signal;
    const reason = () => signal.reason ?? new DOMException('This operation was aborted', 'AbortError');
    if (signal.aborted) {
      reject(reason());
      return;
    }
    const sent = sendRequest(session, request);
    /** @type {(error: Error) => void} */
    let fail = reject;
    const abort = () => {
      fail(reason());
      sent.abort();
    };
    signal.addEventListener('abort', abort, { once: true });
    sent.on('error', (error) => fail(error));
    sent.on('response', (message) => {
      const body = /** @type {Readable} */ (/** @type {unknown} */ (message));
      fail = (error) => body.emit('error', error);
      body.once('close', () => sent.abort()); // a cancelled body ends the request
      resolve(toResponse(message, body, request.method));
    });
    sendBody(request, sent).catch(reject);
  });
}

/**
 * @param {Electron.Session} session
 * @param {Request} request
 */
function sendRequest(session, request) {
  const { url, method, redirect } = request;
  const origin = request.headers.get('origin') ?? undefined;
  const credentials = request.credentials === 'same-origin' && !origin ? 'include' : request.credentials;
  const useSessionCookies = credentials === 'include';
  const options = { session, url, method, redirect, credentials, useSessionCookies, ...(origin ? { origin } : {}) };
  const sent = net.request(/** @type {Electron.ClientRequestConstructorOptions} */ (options));
  for (const [name, value] of request.headers) sent.setHeader(name, value);
  return sent;
}

/**
 * @param {Request} request
 * @param {Electron.ClientRequest} sent
 */
async function sendBody(request, sent) {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > 0) sent.write(Buffer.from(bytes));
  sent.end();
}

/**
 * @param {Electron.IncomingMessage} message
 * @param {Readable} body
 * @param {string} method
 */
function toResponse(message, body, method) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of [value].flat()) headers.append(name, one);
  }
  const empty = withoutBody.includes(message.statusCode) || method === 'HEAD';
  const { statusCode: status, statusMessage: statusText } = message;
  const stream = /** @type {ReadableStream} */ (/** @type {unknown} */ (Readable.toWeb(body)));
  return new Response(empty ? null : stream, { status, statusText, headers });
}

// Sent before the app can hold the session, so it reaches every one.
app.on('session-created', (session) => {
  define(session, 'fetch', (/** @type {string | Request} */ input, /** @type {RequestInit} */ init) =>
    fetchWith(session, input, init),
  );
});
