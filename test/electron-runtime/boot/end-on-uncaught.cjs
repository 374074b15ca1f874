'use strict';
const fs = require('node:fs');

// Electron answers an uncaught exception in main with a dialog that blocks; a test needs an exit code.
process.on('uncaughtException', (error) => {
  fs.writeSync(2, `[boot] uncaught exception in main: ${error.stack ?? String(error)}\n`);
  process.exit(70);
});
process.on('unhandledRejection', (error) => {
  console.error('[boot] unhandled rejection in main:', error);
});
