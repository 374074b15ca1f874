import { expect, test } from 'vitest';
import { installSystemPackages, type RunApt } from './install-system-packages.ts';

const there = { name: 'there', isThere: () => true };
const missing = ['one', 'two'].map((name) => ({ name, isThere: () => false }));

/** Runs it with packages that are missing, and records what apt-get was asked and what was said. */
function install(options: { isRoot?: boolean; code?: number; hasApt?: boolean; packages?: readonly (typeof there)[] }) {
  const { isRoot = true, code = 0, hasApt = true, packages = [there, ...missing] } = options;
  const asked: string[] = [];
  const said: string[] = [];
  const apt: RunApt = (args) => {
    if (args[0] === '--version') return { code: hasApt ? 0 : 1, output: '' };
    asked.push(args.join(' '));
    return { code: args[0] === 'install' ? code : 0, output: 'E: first\nE: Unable to locate package two\n' };
  };
  const run = () => installSystemPackages({ packages, platform: 'linux', isRoot, apt, say: (line) => said.push(line) });
  return { run, asked, said };
}

test('packages of the system: root installs the missing ones, said in one line', () => {
  const { run, asked, said } = install({});
  run();
  expect(said).toEqual(['Installing packages of the system for the tests: one, two.']);
  expect(asked).toEqual(['update -qq', 'install -y --no-install-recommends one two']);
});

test('packages of the system: nothing is asked or said when all are there', () => {
  const { run, asked, said } = install({ packages: [there] });
  run();
  expect([...asked, ...said]).toEqual([]);
});

test('[fault] (F24) packages of the system: a user gets the one command to run, and nothing is installed', () => {
  const { run, asked } = install({ isRoot: false });
  expect(run).toThrow(
    "Run this, then npm test again: sudo sh -c 'apt-get update && SYSTEMD_OFFLINE=1 apt-get install -y --no-install-recommends one two'",
  );
  expect(asked).toEqual([]);
});

test('[fault] (F24) packages of the system: apt-get that fails or is missing is one sentence', () => {
  expect(install({ code: 100 }).run).toThrow(/\(E: Unable to locate package two\)\. Run this as root: apt-get update/);
  expect(install({ hasApt: false }).run).toThrow("The tests need one, two (Debian's names). Install them and run npm");
});
