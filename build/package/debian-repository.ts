import { hash } from 'node:crypto';
import { linkSync, mkdirSync, mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { findMaker, run } from './package-fault.ts';
import { product } from './product.ts';
import { writeInto } from './write-into.ts';

interface DebianRepository {
  /**
   * Folder that the repository replaces. Must be on the file system of the debs, because it contains hard links to
   * them.
   */
  readonly folder: string;
  readonly debs: readonly string[];
  readonly sourceDate: number;
  /** File with the OpenPGP secret key that signs, or undefined for an unsigned repository. */
  readonly keyFile: string | undefined;
}

/** Returns the paragraph of a deb in the list of packages. */
const paragraphOf = (deb: string): string => {
  const content = readFileSync(deb);
  const fields = run(findMaker('dpkg-deb', 'a Debian repository', 'dpkg'), ['--field', deb]).trimEnd();
  return `${fields}\nFilename: pool/${path.basename(deb)}\nSize: ${content.length}\nSHA256: ${hash('sha256', content)}\n`;
};

/** Signs the Release file, both inline and in a separate file, and exports the public key. */
function signRelease(folder: string, release: string, keyFile: string): void {
  const program = findMaker('gpg', 'signatures of a Debian repository', 'GnuPG');
  using home = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-gpg-'));
  const gpg = (...args: string[]) => run(program, ['--homedir', home.path, '--batch', '--armor', ...args]);
  try {
    gpg('--import', path.resolve(keyFile));
    gpg('--output', path.join(path.dirname(release), 'InRelease'), '--clearsign', release);
    gpg('--output', `${release}.gpg`, '--detach-sign', release);
    gpg('--output', path.join(folder, 'ferry-archive-keyring.asc'), '--export');
  } finally {
    // Stops the gpg agent, which would otherwise keep running with the secret key.
    run('gpgconf', ['--homedir', home.path, '--kill', 'all']);
  }
}

/** Writes a repository that `apt` reads from a web server or a folder. */
export function writeDebianRepository({ folder, debs, sourceDate, keyFile }: DebianRepository): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'pool'), { recursive: true });
  for (const deb of debs) linkSync(deb, path.join(folder, 'pool', path.basename(deb)));
  const packages = Buffer.from(debs.map(paragraphOf).join('\n'));
  const indexes = { Packages: packages, 'Packages.gz': gzipSync(packages, { level: 9 }) };
  const dist = path.join(folder, 'dists/stable');
  const sums = Object.entries(indexes).map(([name, content]) => {
    const file = `main/binary-amd64/${name}`;
    writeInto(dist, file, content);
    return ` ${hash('sha256', content)} ${content.length} ${file}`;
  });
  const date = new Date(sourceDate * 1000).toUTCString().replace('GMT', 'UTC');
  const head = { Origin: product.vendor, Label: product.vendor, Suite: 'stable', Codename: 'stable', Date: date };
  const fields = { ...head, Architectures: 'amd64', Components: 'main' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  writeInto(dist, 'Release', `${[...lines, 'SHA256:', ...sums].join('\n')}\n`);
  if (keyFile) signRelease(folder, path.join(dist, 'Release'), keyFile);
}
