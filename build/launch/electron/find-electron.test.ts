import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findElectron, wantedElectron } from './find-electron.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-electron-'));
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'package.json'), '{"version":"45.4.1"}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const unpack = (version: string) => {
  writeFileSync(path.join(folder, 'path.txt'), 'electron');
  writeFileSync(path.join(folder, 'dist', 'version'), version);
  writeFileSync(path.join(folder, 'dist', 'electron'), '');
};

test('the search for Electron finds a complete download of the required version', () => {
  expect(wantedElectron(folder)).toBe('45.4.1');
  expect(findElectron({}, folder)).toBeNull();
  unpack('45.4.1');
  expect(findElectron({}, folder)).toEqual({
    executable: path.join(folder, 'dist', 'electron'),
    distPath: path.join(folder, 'dist'),
  });
});

test('the search for Electron ignores other versions and incomplete downloads', () => {
  unpack('44.0.0');
  expect(findElectron({}, folder)).toBeNull();
  unpack('v45.4.1');
  expect(findElectron({}, folder)).not.toBeNull();
  rmSync(path.join(folder, 'dist', 'electron'));
  expect(findElectron({}, folder)).toBeNull();
});

test('the search for Electron tries the folder of ELECTRON_OVERRIDE_DIST_PATH first', () => {
  unpack('45.4.1');
  const other = path.join(folder, 'other');
  mkdirSync(other);
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: other }, folder)).toBeNull();
  writeFileSync(path.join(other, 'electron'), '');
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: other }, folder)?.distPath).toBe(other);
});
