import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { downloadElectron, fetchElectronZip } from '#build/launch/electron/download-electron.ts';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { type Target, targetName } from './targets.ts';

const checksumsFile = path.join(projectRoot, 'node_modules', 'electron', 'checksums.json');

export const runtimeZipName = (version: string, target: Target): string =>
  `electron-v${version}-${targetName(target)}.zip`;

/**
 * Returns the zip file of the product's Electron for a target: from `folder` if given, else downloaded. Throws a
 * `LaunchFault` unless the file has the hash that Electron's package publishes.
 */
export async function releaseRuntime(version: string, target: Target, folder: string | undefined): Promise<string> {
  const name = runtimeZipName(version, target);
  const zip = folder === undefined ? await download(name, target) : path.resolve(folder, name);
  if (!existsSync(zip)) {
    throw new LaunchFault(`${zip} is not there. Put the published ${name} into that folder, or leave --runtimes out.`);
  }
  await checkHash(zip, name);
  return zip;
}

async function download(name: string, target: Target): Promise<string> {
  let zip = '';
  const problem = await downloadElectron(
    async (options) => void (zip = await fetchElectronZip(target, options)),
    async () => undefined,
  );
  if (problem === null) return zip;
  // The tests' Electron exists only for Linux and Windows.
  const testHint = target.platform === 'darwin' ? '' : '; for a package to try things out with, use --test-runtime';
  throw new LaunchFault(
    `${name} is not to be had: ${problem}. Fetch it on a computer with internet access and name its folder with ` +
      `--runtimes DIR${testHint}.`,
  );
}

/** Rejects with a `LaunchFault` if a file's hash differs from the hash published for this name. */
export async function checkHash(zip: string, name: string, checksums = readChecksums()): Promise<void> {
  const publishedHash = checksums[name];
  const actualHash = hash('sha256', readFileSync(zip));
  if (actualHash === publishedHash) return;
  throw new LaunchFault(
    publishedHash === undefined
      ? `Electron publishes no hash for ${name}, so it cannot be packed.`
      : `${zip} is not the published ${name}: its SHA-256 is ${actualHash}, not ${publishedHash}. Fetch it again.`,
  );
}

const readChecksums = (): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(checksumsFile, 'utf8')) as Record<string, string>;
