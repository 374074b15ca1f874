import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packagesAreStale } from './packages-are-stale.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ferry-packages-'));
  mkdirSync(path.join(root, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, packages: object) => writeFileSync(path.join(root, file), JSON.stringify({ packages }));
const one = { version: '1.0.0', integrity: 'sha512-a' };
const otherPlatform = { version: '1.0.0', optional: true, os: [process.platform === 'linux' ? 'win32' : 'linux'] };

/** Returns whether packages are stale for this lockfile and these installed packages. */
const isStale = (locked: object, installed: object | null): boolean => {
  write('package-lock.json', { '': {}, ...locked });
  if (installed) write('node_modules/.package-lock.json', installed);
  return packagesAreStale(root);
};

test('missing or incomplete packages are stale', () => {
  expect(isStale({ 'node_modules/a': one }, null)).toBe(true);
});

test('packages of the same versions are fresh, and changed, missing or differently hashed packages are stale', () => {
  const locked = { 'node_modules/a': one, 'node_modules/b': one };
  expect(isStale(locked, locked)).toBe(false);
  expect(isStale(locked, { 'node_modules/a': one })).toBe(true);
  expect(isStale(locked, { ...locked, 'node_modules/b': { ...one, version: '1.0.1' } })).toBe(true);
  expect(isStale(locked, { ...locked, 'node_modules/b': { ...one, integrity: 'sha512-b' } })).toBe(true);
});

test('an optional package that npm skipped is fresh, and packages of another platform are stale', () => {
  const locked = { 'node_modules/a': one, 'node_modules/other': otherPlatform };
  expect(isStale(locked, { 'node_modules/a': one })).toBe(false);
  expect(isStale(locked, locked)).toBe(true);
});
