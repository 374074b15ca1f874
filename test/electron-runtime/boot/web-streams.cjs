'use strict';
const { Readable } = require('node:stream');
const web = require('node:stream/web');
const { define } = require('./define.cjs');

for (const [name, value] of Object.entries(web)) if (name.endsWith('Stream')) define(globalThis, name, value);

define(Readable, 'fromWeb', (/** @type {AsyncIterable<Uint8Array>} */ stream) =>
  Readable.from(stream, { objectMode: false }),
);

/** Node's `Readable.toWeb`, with back-pressure both ways. */
define(
  Readable,
  'toWeb',
  (/** @type {import('node:stream').Readable} */ from) =>
    new ReadableStream({
      start(controller) {
        from.on('data', (chunk) => {
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) from.pause();
        });
        from.once('end', () => controller.close());
        from.once('error', (error) => controller.error(error));
      },
      pull() {
        from.resume();
      },
      cancel(reason) {
        from.destroy(reason);
      },
    }),
);
