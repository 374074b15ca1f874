'use strict';
// Runs in the place of Electron's default app, in the old Electron that stands in for the product's one in tests.
require('./stand-ins.cjs');
require('./default-app.cjs');
