// Preloaded into Electron's main process by NODE_OPTIONS: when did the console's own JavaScript run, and when was the
// window told to load its page? Prints one line and changes nothing else.
const Module = require('node:module');
const path = require('node:path');

const program = path.join('out', 'main', 'main.cjs');
/** @type {Record<string, number>} */
const marks = {};
const mark = (/** @type {string} */ name) => (marks[name] ??= performance.now());

/** @type {{ _compile: (source: string, filename: string, ...rest: unknown[]) => unknown }} */
const modules = /** @type {never} */ (Module.prototype);
/* oxlint-disable no-underscore-dangle -- Node's own name for the step between reading a module and running it. */
const compile = modules._compile;
modules._compile = function compileMarked(source, filename, ...rest) {
  if (!filename.endsWith(program)) return compile.call(this, source, filename, ...rest);
  modules._compile = compile;
  const { app } = require('electron');
  app.once('ready', () => mark('ready'));
  app.once('browser-window-created', (_event, window) => {
    const loadURL = window.loadURL;
    window.loadURL = function loadMarked(...args) {
      mark('load');
      process.stdout.write(`${JSON.stringify({ marks })}\n`);
      window.loadURL = loadURL;
      return loadURL.apply(window, args);
    };
  });
  mark('start');
  try {
    return compile.call(this, source, filename, ...rest);
  } finally {
    mark('started');
  }
};
