'use strict';
const { net, session } = require('electron');

/** `net` with the `fetch` of newer versions, which is that of the default session. */
exports.net = new Proxy(net, {
  get: (target, name) =>
    name === 'fetch'
      ? (/** @type {Parameters<Electron.Session['fetch']>} */ ...args) => session.defaultSession.fetch(...args)
      : Reflect.get(target, name),
});
