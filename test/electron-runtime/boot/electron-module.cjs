'use strict';
const Module = require('node:module');
const electron = require('electron');
const { net } = require('./net.cjs');
const { utilityProcess } = require('./utility-process.cjs');

const { app, session } = electron;

/**
 * The module-level `protocol` is that of the default session, which exists when the app is ready. Its methods are
 * native: they take no proxy for `this`.
 */
const protocol = new Proxy(electron.protocol, {
  get: (target, name) => {
    const owner = app.isReady() && name in session.defaultSession.protocol ? session.defaultSession.protocol : target;
    const member = Reflect.get(owner, name);
    return typeof member === 'function' ? member.bind(owner) : member;
  },
});

/** @type {Record<PropertyKey, unknown>} */
const added = { net, protocol, utilityProcess };
const patched = new Proxy(electron, { get: (target, name) => added[name] ?? Reflect.get(target, name) });

// `_load` is the one place that every `require('electron')` of the app goes through.
const loader = /** @type {{ _load: (name: string, ...rest: unknown[]) => unknown }} */ (
  /** @type {unknown} */ (Module)
);
const load = loader._load;
loader._load = function (name, ...rest) {
  return /^electron(\/main|\/common)?$/.test(name) ? patched : load.call(this, name, ...rest);
};
