'use strict';
// Main file of a packed test build: the same as `index.cjs`, but the app is the one that it is packed with.
require('./stand-ins.cjs');

// A packed console takes few switches. Those that the tests' own drivers add are left out of what it reads: the ports of
// their debuggers, and for root, whom Chromium's sandbox refuses, the switch without which it does not start.
const ofTheDriver = ['--inspect=0', '--inspect-brk=0', '--remote-debugging-port=0'];
if (process.getuid?.() === 0) ofTheDriver.push('--no-sandbox');
process.argv = process.argv.filter((argument) => !ofTheDriver.includes(argument));

// @ts-expect-error -- it is beside this folder in the package only
require('../out/main/main.cjs');
