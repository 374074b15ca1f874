import { expect, test } from 'vitest';
import { installSystemPackages, type RunShell } from './install-system-packages.ts';
import { type SystemPackage, testPackages } from './system-packages.ts';

const there = { name: 'there', isThere: () => true };
const missing = ['one', 'two'].map((name) => ({ name, isThere: () => false }));

/** Runs the installation with missing packages and records the apt-get calls and the output. */
function install(options: { isRoot?: boolean; code?: number; hasApt?: boolean; packages?: readonly SystemPackage[] }) {
  const { isRoot = true, code = 0, hasApt = true, packages = [there, ...missing] } = options;
  const requests: string[] = [];
  const lines: string[] = [];
  const shell: RunShell = (command) => {
    if (command === 'apt-get --version') return { code: hasApt ? 0 : 1, output: '' };
    requests.push(command);
    return { code: command.includes('install') ? code : 0, output: 'E: first\nE: Unable to locate package two\n' };
  };
  const run = () =>
    installSystemPackages({ packages, platform: 'linux', isRoot, shell, say: (line) => lines.push(line) });
  return { run, commands: requests, messages: lines };
}

test('root installs the missing system packages and prints one line', () => {
  const { run, commands, messages } = install({});
  run();
  expect(messages).toEqual(['Installing system packages for the tests: one, two.']);
  expect(commands).toEqual([
    'apt-get update -qq',
    'SYSTEMD_OFFLINE=1 apt-get install -y --no-install-recommends one two',
  ]);
});

test("services of installed system packages don't start at the next boot", () => {
  const server = { name: 'server', isThere: () => false, before: 'prepare the-server', service: 'serverd' };
  const { run, commands } = install({ packages: [server, ...missing] });
  run();
  expect(commands).toEqual([
    'apt-get update -qq',
    'prepare the-server && SYSTEMD_OFFLINE=1 apt-get install -y --no-install-recommends server one two',
    'systemctl --quiet disable serverd',
  ]);
  const known = new Map(testPackages.map((testPackage) => [testPackage.name, testPackage]));
  expect(known.get('postgresql')?.before).toContain('create_main_cluster=false');
  expect(testPackages.flatMap(({ service }) => service ?? [])).toEqual([
    'nginx',
    'haproxy',
    'postgresql',
    'pgbouncer',
    'radicale',
    'dovecot',
  ]);
});

test('nothing is requested or printed if all system packages are installed', () => {
  const { run, commands, messages } = install({ packages: [there] });
  run();
  expect([...commands, ...messages]).toEqual([]);
});

test('users other than root get the command for system packages, and nothing is installed', { tags: '@F24' }, () => {
  const { run, commands } = install({ isRoot: false });
  expect(run).toThrow(
    "Run this, then npm test again: sudo sh -c 'apt-get update -qq && SYSTEMD_OFFLINE=1 apt-get install -y --no-install-recommends one two'",
  );
  expect(commands).toEqual([]);
});

test('a failing or missing apt-get gives a one-sentence message', { tags: '@F24' }, () => {
  expect(install({ code: 100 }).run).toThrow(/\(E: Unable to locate package two\)\. Run this as root: apt-get update/);
  expect(install({ hasApt: false }).run).toThrow(
    'The tests need these packages (Debian names): one, two. Install them and run npm',
  );
});
