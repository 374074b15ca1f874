import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageTool } from '#build/check/package-tool.ts';
import { exitWithResult, LaunchFault } from '#build/launch/base/launch-fault.ts';
import { onPath } from '#build/launch/base/on-path.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { builtPackages, builtServicePackages, olderVersion } from './built-packages.ts';

const needed = [
  'unshare',
  'ip',
  'dpkg',
  'rpm',
  'Xvfb',
  'dbus-run-session',
  'gnome-keyring-daemon',
  'setpriv',
  'certutil',
];
const distFile = path.join(projectRoot, 'build/dist.ts');

function build(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [distFile, ...args], { stdio: 'inherit', cwd: projectRoot });
  if (status !== 0) throw new LaunchFault("The packages couldn't be created, so there is nothing to install.");
}

const older = ['--test-runtime', '--test-version', olderVersion, '--only'];
const consoleBuild = {
  files: builtPackages,
  make: [
    ['linux', ...older, 'deb,tar.gz'],
    ['portable', ...older, 'linux'],
    ['linux', '--test-runtime'],
    ['portable', '--test-runtime', '--only', 'linux'],
  ],
};
const serviceBuild = {
  files: builtServicePackages,
  make: [
    ['service', ...older, 'deb'],
    ['service', '--test-runtime'],
  ],
};

/** The command that runs in the copied file system. */
const inside = (isMeasured: boolean): readonly string[] =>
  isMeasured
    ? ['sh', path.join(import.meta.dirname, 'measure-deb.sh'), builtPackages.deb, process.execPath]
    : [...packageTool('@playwright/test', 'playwright'), 'test', '--config', 'test/installed/installed.config.ts'];

const help = `npm run test:installed -- [--keep] [--measure] [NAME...]

Makes test packages, installs each in a disposable copy of this machine's file system without a network, and tests it.

  NAME       runs the test files whose names contain it; "service" makes and installs only Ferry Service
  --keep     uses existing packages
  --measure  installs the deb and runs the named benchmarks, such as P1 --pairs 21, instead of tests
`;

/** Runs the command described in its help text and resolves with the exit code. */
async function runInstalled(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    process.stdout.write(help);
    return 0;
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new LaunchFault('The installed tests mount file systems and install packages: run them on Linux as root.');
  }
  const missing = needed.filter((program) => onPath(program) === null);
  if (missing.length > 0) {
    throw new LaunchFault(
      `The installed tests need ${missing.join(', ')}. On Debian: apt-get install iproute2 rpm xvfb dbus gnome-keyring libnss3-tools`,
    );
  }
  const isMeasured = argv.includes('--measure');
  const named = argv.filter((argument) => argument !== '--keep' && argument !== '--measure');
  const isServiceOnly = named.length > 0 && !isMeasured && named.every((name) => name.startsWith('service'));
  for (const { files, make } of isServiceOnly ? [serviceBuild] : [consoleBuild, serviceBuild]) {
    const keep = argv.includes('--keep') && Object.values(files).every((file) => existsSync(file));
    if (!keep) for (const args of make) build(args);
  }
  const enter = path.join(import.meta.dirname, 'enter-root.sh');
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--net', 'sh', enter, projectRoot, ...inside(isMeasured), ...named],
    {
      stdio: 'inherit',
      env: { ...process.env, DISPLAY: '' },
    },
  );
  return status ?? 1;
}

await exitWithResult(() => runInstalled(process.argv.slice(2)));
