'use strict';
// Runs in the place of Electron's default app, in the old Electron that stands in for the product's one in tests.
// Order matters: built-ins before anything that uses them, the patched `electron` before the app is loaded.
require('./end-on-uncaught.cjs');
require('./built-ins.cjs');
require('./web-streams.cjs');
require('./ca-certificates.cjs');
require('./proxy-agent.cjs');
require('./session-fetch.cjs');
require('./protocol-handle.cjs');
require('./navigation-events.cjs');
require('./electron-module.cjs');
require('./default-app.cjs');
