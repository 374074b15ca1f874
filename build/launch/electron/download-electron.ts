import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import http from 'node:http';
import path from 'node:path';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../base/project-root.ts';
import { withLock } from '../base/exclusive-lock.mjs';

/** A download that receives no byte for this time, in ms, has failed. */
const idleLimitMs = 15_000;

/** The functions used from `@electron/get`, which is a dependency of `electron` and not of this project. */
interface ElectronGet {
  downloadArtifact: (details: Readonly<Record<string, unknown>>) => Promise<string>;
}
type DownloadOptions = { readonly signal: AbortSignal; readonly onBytes: () => void };

/** Downloads the runtime into Electron's own download cache. Rejects on failure. */
type FetchElectron = (options: DownloadOptions) => Promise<void>;

const manifest = path.join(projectRoot, 'node_modules', 'electron', 'package.json');

/** Uses the same options as `electron/install.js`, so that the installer finds the cached file. */
export const fetchElectron: FetchElectron = async (options) => {
  await fetchElectronZip(process, options);
};

/** Downloads the runtime of a system and checks its published hash. Resolves with the path of the cached zip file. */
export async function fetchElectronZip(
  { platform, arch }: { readonly platform: string; readonly arch: string },
  { signal, onBytes }: DownloadOptions,
): Promise<string> {
  useSystemNetwork();
  const require = createRequire(manifest);
  const { version } = require(manifest) as { version: string };
  const get = (await import(pathToFileURL(require.resolve('@electron/get')).href)) as ElectronGet;
  return get.downloadArtifact({
    version,
    artifactName: 'electron',
    checksums: require('./checksums.json') as Record<string, string>,
    platform,
    arch,
    ...(process.env['electron_config_cache'] ? { cacheRoot: process.env['electron_config_cache'] } : {}),
    downloadOptions: { quiet: true, signal, getProgressCallback: async () => onBytes() },
  });
}

/** Makes downloads use proxy variables and the system's certificates, as npm does. */
function useSystemNetwork(): void {
  http.setGlobalProxyFromEnv();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
}

/**
 * Downloads Electron and lets its own installer unpack it. Resolves with null, or with the reason for a failure. Gives
 * up after `idleMs` without a byte. A second process waits for the first and then finds the files.
 */
export async function downloadElectron(
  fetch: FetchElectron = fetchElectron,
  install: () => Promise<void> = unpack,
  idleMs = idleLimitMs,
): Promise<string | null> {
  const stop = new AbortController();
  const idleTimer = setTimeout(() => stop.abort(), idleMs);
  try {
    return await withLock(path.join(projectRoot, '.cache', 'electron-download.lock'), async () => {
      idleTimer.refresh();
      await Promise.race([
        fetch({ signal: stop.signal, onBytes: () => idleTimer.refresh() }),
        whenAborted(stop.signal),
      ]);
      clearTimeout(idleTimer);
      await install();
      return null;
    });
  } catch (error) {
    if (stop.signal.aborted) return `the download received no data for ${idleMs / 1000} seconds`;
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return `you can't write to ${projectRoot}`;
    return `the download failed: ${deepestReason(error)}`;
  } finally {
    clearTimeout(idleTimer);
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no data')), { once: true });
  });

async function unpack(): Promise<void> {
  const installer = path.join(path.dirname(manifest), 'install.js');
  const child = spawn(process.execPath, [installer], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error("the installer couldn't unpack Electron");
}

/** Returns the message of the innermost cause, because `fetch failed` alone isn't helpful. */
const deepestReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? deepestReason(error.cause) : error.message;
};
