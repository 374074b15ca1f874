import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMemoryStore } from '../../console/api-key/memory-store.ts';
import { systemClock } from '../../console/clock/clock.ts';
import { createConsole } from '../../console/create-console.ts';
import { openLog } from '../../console/log/open-log.ts';
import { describeHolder, lockFolder } from '../node/folder-lock.ts';
import { readManagedFile } from '../node/managed-file.ts';
import { readManagedPolicies } from '../node/managed-policies.ts';
import { createNodeTransport, readProxyVariables } from '../node/node-transport.ts';
import { resolveHost } from '../node/resolve-host.ts';
import { openConfWriter } from '../node/settings-writer.ts';
import { onEndSignal } from '../node/signals.ts';
import { createSystemSecrets } from '../node/system-secrets.ts';
import { say } from '../say.ts';
import { prepareUserData } from '../user-data-folder.ts';
import { startConsoleServer } from './console-server.ts';
import { createDownloads } from './downloads.ts';
import { createEntrance, type Entrance } from './entrance.ts';
import { type BrowserHostFlags, readFlags, defaultUserDataFolder } from './flags.ts';
import { watchIdle } from './idle-end.ts';
import { createHostInspector } from './inspect-host.ts';
import { openInDesktop } from './open-in-desktop.ts';
import { createDataLauncher, createServiceLauncher } from './start-processes.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export async function startBrowserHost(argv: readonly string[]): Promise<number> {
  const result = readFlags(argv);
  if (!result.ok) return result.exitCode;
  const { flags } = result;
  const userDataDir = path.resolve(flags.userData);
  const problem = prepareUserData(userDataDir, { isDefaultFolder: flags.userData === defaultUserDataFolder });
  if (problem) {
    say(problem);
    return 2;
  }
  const lock = await lockFolder(userDataDir, 'browser');
  if (!lock.ok) {
    say(describeHolder(lock, userDataDir));
    return 2;
  }
  try {
    return await serve(flags, userDataDir);
  } finally {
    lock.release();
  }
}

async function serve(flags: BrowserHostFlags, userDataDir: string): Promise<number> {
  const out = path.join(import.meta.dirname, '..');
  const proxiesFor = () => readProxyVariables();
  const version = versionIn(path.join(out, '..'));
  const { log, redactor, crashReports } = openLog({ userDataDir, clock: systemClock, version, echo: say });
  const downloads = createDownloads(userDataDir);
  const theConsole = createConsole({
    host: 'browser',
    version,
    userDataDir,
    clock: systemClock,
    transport: createNodeTransport({ proxiesFor }),
    transportWithCa: (certificates) => createNodeTransport({ proxiesFor, certificates }),
    resolveHost,
    secrets: flags.keychain === 'memory' ? createMemoryStore() : createSystemSecrets('browser'),
    openSettingsWriter: openConfWriter,
    managedFile: readManagedFile(),
    managedPolicies: readManagedPolicies(),
    launchService: createServiceLauncher(path.join(out, 'service', 'main.mjs')),
    launchData: createDataLauncher(path.join(out, 'data', 'main.mjs')),
    labFiles: path.join(out, 'lab'),
    saveFile: downloads,
    openFolder: (folder) => openInDesktop(folder),
    inspectHost: createHostInspector(flags.keychain),
    log,
    crashReports,
    redactor,
  });
  let endIdle = (): void => undefined;
  const idleEnd = new Promise<void>((resolve) => (endIdle = resolve));
  const onStreams = watchIdle(endIdle);
  let entrance: Entrance | null = null;
  try {
    const server = await startConsoleServer(theConsole, {
      pages: path.join(out, 'renderer'),
      port: flags.port,
      clock: systemClock,
      downloads,
      onStreams,
      onSecondUse: () => entrance?.onSecondUse(),
    });
    // Registered before the ready line is printed, because the caller may stop the process right after that.
    const stopPromise = new Promise<void>((resolve) => onEndSignal(resolve));
    entrance = createEntrance({ newLink: server.newLink, userDataDir, say });
    process.stdout.write(`${JSON.stringify({ url: entrance.link, pid: process.pid })}\n`);
    void entrance.open(flags.open);
    const isIdle = await Promise.race([stopPromise.then(() => false), idleEnd.then(() => true)]);
    if (isIdle) say('The console is stopping because no page was open for 60 minutes.');
    await server.close();
    return 0;
  } catch (error) {
    const isPortTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    say(
      isPortTaken
        ? `Port ${flags.port} is in use. Choose another port with --port, or 0 for a free port.`
        : reasonOf(error),
    );
    return 2;
  } finally {
    entrance?.close();
    await theConsole.close();
    downloads.close();
  }
}

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;
