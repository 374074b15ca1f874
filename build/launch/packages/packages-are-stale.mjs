// Must run on Node 18, because it decides whether a newer Node must be installed first.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A package in a lockfile.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** @param {LockedPackage} one */
const isForAnotherPlatform = ({ os = [], cpu = [] }) =>
  (os.length > 0 && !os.includes(process.platform)) || (cpu.length > 0 && !cpu.includes(process.arch));

/**
 * Whether `node_modules` is missing, incomplete, older than package-lock.json, or for another platform. Reads the
 * lockfile that npm writes at the end of an installation, so it also detects a manual `npm ci`. A missing optional
 * package doesn't count, because npm would skip it again.
 * @param {string} root
 */
export function packagesAreStale(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return true;
  if (Object.values(installed).some(isForAnotherPlatform)) return true;
  return Object.entries(wanted).some(([name, { version, integrity, optional = false }]) => {
    if (name === '') return false;
    const there = installed[name];
    return there ? there.version !== version || there.integrity !== integrity : !optional;
  });
}
