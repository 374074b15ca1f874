'use strict';
const buffer = require('node:buffer');
const crypto = require('node:crypto');
const undici = require('undici5'); // the last line of undici that runs on Node 16
const { define } = require('./define.cjs');

// One by one, and not `core-js/actual` as a whole: that replaces Promise, timers and microtasks, and Electron's
// message loop stalls. `structuredClone` cannot be made of `v8.serialize`: Electron 22 ends with SIGTRAP when it frees a
// larger buffer of that.
const polyfills = `
  array/from-async array/to-reversed array/to-sorted array/to-spliced array/with
  object/group-by map/group-by map/get-or-insert map/get-or-insert-computed set iterator
  promise/try promise/with-resolvers regexp/escape error/is-error math/sum-precise
  string/is-well-formed string/to-well-formed url/can-parse url/parse
  array-buffer/transfer typed-array/from-base64 typed-array/to-base64
  symbol/dispose symbol/async-dispose disposable-stack structured-clone`;
for (const name of polyfills.trim().split(/\s+/)) require(`core-js/actual/${name}`);

const { fetch, Headers, Request, Response, FormData, File, WebSocket } = undici;
for (const [name, value] of Object.entries({ fetch, Headers, Request, Response, FormData, File, WebSocket })) {
  define(globalThis, name, value);
}
define(globalThis, 'Blob', buffer.Blob);
define(globalThis, 'crypto', crypto.webcrypto);
define(AbortSignal, 'any', require('./any-signal.cjs').anySignal);
