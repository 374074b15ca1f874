import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { downloadElectron } from '#build/launch/electron/download-electron.ts';
import { type ElectronRuntime, findElectron, wantedElectron } from '#build/launch/electron/find-electron.ts';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { getRuntime } from './get-runtime.ts';
import { runtimeRelease } from './runtime-release.ts';

interface TestElectron extends ElectronRuntime {
  /** Shown to users: "Electron 45.4.1", or "Electron 22.3.25 (stand-in for 45.4.1)". */
  readonly label: string;
  readonly isStandIn: boolean;
}

const cacheFolder = path.join(projectRoot, '.cache');
const triedFile = path.join(cacheFolder, 'electron-download-tried.json');
/** After a failed download, the next try is at least this much later. */
const retryAfterMs = 24 * 60 * 60 * 1000;

/**
 * Uses Electron's own download if it exists, or if FERRY_TRY_ELECTRON_DOWNLOAD is 1 and the download succeeds. The test
 * command sets the variable once, because a download may hang for 15 s. Otherwise uses an older real Electron. Rejects
 * with a `LaunchFault`; tests that need Electron then fail and are never skipped.
 * @param mustTry downloads even if an earlier download failed within the last day
 */
export async function resolveTestElectron(mustTry = false): Promise<TestElectron> {
  const version = wantedElectron();
  if (mustTry || (process.env['FERRY_TRY_ELECTRON_DOWNLOAD'] === '1' && !hasFailedLately(version)))
    await tryDownload(version);
  const own = findElectron({});
  if (own) return { ...own, label: `Electron ${version}`, isStandIn: false };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new LaunchFault(
      `Electron ${version} is not installed and could not be downloaded, and the runtime that replaces it in ` +
        'tests exists for Linux x64 only. Run "npx install-electron" where its download is reachable.',
    );
  }
  const distPath = path.join(cacheFolder, 'electron-runtime', runtimeRelease.electron);
  await getRuntime(distPath, runtimeRelease);
  const label = `Electron ${runtimeRelease.electron} (stand-in for ${version})`;
  return { executable: path.join(distPath, 'electron'), distPath, label, isStandIn: true };
}

async function tryDownload(version: string | null): Promise<void> {
  if (findElectron({})) return;
  const problem = await downloadElectron();
  mkdirSync(cacheFolder, { recursive: true });
  if (problem) writeFileSync(triedFile, JSON.stringify({ version, at: Date.now(), problem }));
}

function hasFailedLately(version: string | null): boolean {
  try {
    const tried = JSON.parse(readFileSync(triedFile, 'utf8')) as { version: string; at: number };
    return tried.version === version && Date.now() - tried.at < retryAfterMs;
  } catch {
    return false;
  }
}
