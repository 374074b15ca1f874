'use strict';
// Loaded with --require into the Node 24 that stands in for a utility process: gives it `process.parentPort`.
const { EventEmitter } = require('node:events');

const send = /** @type {((message: object) => boolean) | undefined} */ (process.send);
/** @param {{ port?: number, data: unknown }} message */
const post = (message) => {
  if (process.connected) send?.call(process, message);
};
/** @type {Map<number, Port>} */
const ports = new Map();

/** The far end of a transferred MessagePortMain. */
class Port extends EventEmitter {
  /** @param {number} id */
  constructor(id) {
    super();
    this.id = id;
    ports.set(id, this);
  }
  /** @param {unknown} data */
  postMessage(data) {
    post({ port: this.id, data });
  }
  start() {}
  close() {
    ports.delete(this.id);
    this.emit('close');
  }
}

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (/** @type {unknown} */ data) => post({ data }),
  start() {},
  pause() {},
});

process.on('message', (/** @type {{ port?: number, data: unknown, ports?: number[] }} */ message) => {
  const { port, data, ports: ids = [] } = message;
  if (port === undefined) parentPort.emit('message', { data, ports: ids.map((id) => new Port(id)) });
  else ports.get(port)?.emit('message', { data, ports: [] });
});
process.on('disconnect', () => process.exit(0)); // a utility process does not outlive the main one

Object.defineProperties(process, {
  parentPort: { value: parentPort, enumerable: true },
  type: { value: 'utility', enumerable: true },
});
// Electron has none. `channel` and `disconnect` stay: Node's own channel needs them.
delete process.send;
