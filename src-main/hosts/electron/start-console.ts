import path from 'node:path';
import { app, ipcMain, session, shell } from 'electron';
import { systemClock } from '../../console/clock/clock.ts';
import { type Console, createConsole } from '../../console/create-console.ts';
import type { CrashReports } from '../../console/log/crash-reports.ts';
import type { Log } from '../../console/log/log.ts';
import type { Redactor } from '../../console/log/redactor.ts';
import { readManagedFile } from '../node/managed-file.ts';
import { readManagedPolicies } from '../node/managed-policies.ts';
import { resolveHost } from '../node/resolve-host.ts';
import { settingsWriter } from '../node/settings-writer.ts';
import { createSystemSecrets } from '../node/system-secrets.ts';
import { canNotify } from './alert-notifier.ts';
import { createCaTransport, createElectronTransport } from './electron-transport.ts';
import type { guardClientCertificates } from './guards/client-certificates.ts';
import { createSingleUseSessions } from './guards/single-use-sessions.ts';
import type { AdmittedStart } from './guards/start-guard.ts';
import { createHostInspector } from './inspect-host.ts';
import { createSaveFile } from './save-file.ts';
import { createDataLauncher, createServiceLauncher } from './start-processes.ts';
import { reportWindow } from './window/console-window.ts';

const openElectronStoreWriter = settingsWriter(async () => {
  const { default: ElectronStore } = await import('electron-store');
  return (options) => {
    const store = new ElectronStore<Record<string, unknown>>(options);
    // electron-store opens an IPC channel that reveals its paths, even to guests. The console doesn't use this channel.
    ipcMain.removeAllListeners('electron-store-get-data');
    return store;
  };
});

interface StartConsoleInput {
  readonly userDataDir: string;
  readonly out: string;
  readonly start: AdmittedStart;
  readonly log: Log;
  readonly crashReports: CrashReports;
  readonly redactor: Redactor;
  /** Created before the first page loads: without the guard, Chromium chooses a certificate itself. */
  readonly clientCertificates: ReturnType<typeof guardClientCertificates>;
}

export async function startConsole({
  userDataDir,
  out,
  start,
  log,
  crashReports,
  redactor,
  clientCertificates,
}: StartConsoleInput): Promise<Console> {
  const apiSession = session.fromPartition('ferry-api', { cache: false });
  const secrets = createSystemSecrets('electron');
  // Kills the process, because a hanging keychain call keeps it running after its window has closed.
  app.once('quit', () => {
    if (!secrets.isWaiting()) return;
    reportWindow('closed');
    process.kill(process.pid, 'SIGKILL');
  });
  return createConsole({
    host: 'electron',
    version: app.getVersion(),
    userDataDir,
    clock: systemClock,
    transport: createElectronTransport(
      apiSession,
      createSingleUseSessions((name) => session.fromPartition(name, { cache: false })),
      clientCertificates.expect,
    ),
    transportWithCa: createCaTransport(apiSession),
    resolveHost,
    secrets,
    openSettingsWriter: openElectronStoreWriter,
    managedFile: readManagedFile(),
    managedPolicies: readManagedPolicies(),
    launchService: createServiceLauncher(path.join(out, 'service', 'main.mjs')),
    launchData: createDataLauncher(path.join(out, 'data', 'main.mjs')),
    labFiles: path.join(out, 'lab'),
    forgetGuest: (partition) =>
      session
        .fromPartition(partition)
        .clearStorageData()
        .catch(() => undefined),
    saveFile: createSaveFile(),
    openFolder: async (folder) => (await shell.openPath(folder)) === '',
    inspectHost: createHostInspector(apiSession, start),
    canNotify,
    log,
    crashReports,
    redactor,
  });
}
