'use strict';
// What Electron's default app does: `electron [-r module] [flags] <app folder or file> [arguments]`.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { app } = require('electron');

/** @typedef {(value: string) => void} Setter */

/** @type {string[]} */
const preload = [];
/** @type {string | undefined} */
let target;
const argv = process.argv.slice(1);
for (let argument = argv.shift(); argument !== undefined && !target; argument = argv.shift()) {
  if (argument === '-r' || argument === '--require') preload.push(argv.shift() ?? '');
  else if (!argument.startsWith('-')) target = path.resolve(argument);
}
if (!target) throw new Error('No app is given: electron [flags] <app folder or file>');

const loader =
  /** @type {{ _preloadModules: (names: string[]) => void, _load: (file: string, parent: unknown, isMain: boolean) => unknown }} */ (
    /** @type {unknown} */ (Module)
  );
loader._preloadModules(preload);
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });

const manifest = path.join(target, 'package.json');
const isFolder = fs.existsSync(manifest);
// Electron's own default app uses these three; the types leave them out.
const named = /** @type {{ setVersion: Setter, setDesktopName: Setter, setAppPath: Setter }} */ (
  /** @type {unknown} */ (app)
);
if (isFolder) {
  const { name, productName, version, desktopName } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  if (version) named.setVersion(version);
  app.name = productName ?? name ?? app.name;
  named.setDesktopName(desktopName ?? `${app.name}.desktop`);
}
named.setAppPath(isFolder ? target : path.dirname(target));
loader._load(target, module, true);
