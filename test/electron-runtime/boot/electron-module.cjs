'use strict';
const Module = require('module');
const electron = require('electron');
const { net } = require('./net.cjs');
const { utilityProcess } = require('./utility-process.cjs');

const { app, session } = electron;

/** The module-level `protocol` is that of the default session, which exists when the app is ready. */
const protocol = new Proxy(electron.protocol, {
  get: (target, name) =>
    (app.isReady() ? Reflect.get(session.defaultSession.protocol, name) : undefined) ?? Reflect.get(target, name),
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
