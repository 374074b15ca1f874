'use strict';
// Main file of a packed test build: the same as `index.cjs`, but the app is the one that it is packed with.
require('./end-on-uncaught.cjs');
require('./built-ins.cjs');
require('./web-streams.cjs');
require('./ca-certificates.cjs');
require('./proxy-agent.cjs');
require('./session-fetch.cjs');
require('./protocol-handle.cjs');
require('./navigation-events.cjs');
require('./electron-module.cjs');
// @ts-expect-error -- it is beside this folder in the package only
require('../out/main/main.cjs');
