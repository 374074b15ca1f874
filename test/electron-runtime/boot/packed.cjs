'use strict';
// Main file of a packed test build: the same as `index.cjs`, but the app is the one that it is packed with.
require('./stand-ins.cjs');
// @ts-expect-error -- it is beside this folder in the package only
require('../out/main/main.cjs');
