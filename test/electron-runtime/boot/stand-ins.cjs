'use strict';
// What stands in for the newer Electron, before an app is loaded. Order matters: built-ins before anything that uses
// them, the patched `electron` last.
require('./end-on-uncaught.cjs');
require('./built-ins.cjs');
require('./web-streams.cjs');
require('./ca-certificates.cjs');
require('./proxy-agent.cjs');
require('./session-fetch.cjs');
require('./protocol-handle.cjs');
require('./navigation-events.cjs');
require('./electron-module.cjs');
