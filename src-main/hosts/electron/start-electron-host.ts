import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { app, session } from 'electron';
import { createConsole } from '../../console/create-console.ts';
import { systemClock } from '../../console/clock.ts';
import { openLog } from '../../console/log/open-log.ts';
import { createConsoleWindow, loadConsole } from './console-window.ts';
import { createElectronTransport } from './electron-transport.ts';
import { createIpcGate } from './ipc-gate.ts';
import { guardNavigation } from './navigation-guard.ts';
import { guardPermissions } from './permission-guard.ts';
import { registerPageScheme, servePages } from './page-protocol.ts';
import { createServiceLauncher } from './service-process.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Starts the console in Electron: the order of the steps, and nothing else. */
export async function startElectronHost(): Promise<void> {
  const { values } = parseArgs({ options: { 'user-data': { type: 'string' } }, strict: false });
  const userData = values['user-data'];
  if (typeof userData === 'string' && userData !== '') app.setPath('userData', path.resolve(userData));
  const problem = prepareFolder(app.getPath('userData'));
  if (problem) {
    say(problem);
    app.exit(2);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    say('Ferry Console is already open with this user-data folder; its window comes to the front.');
    app.exit(0);
    return;
  }
  registerPageScheme();
  const out = path.join(__dirname, '..');
  await app.whenReady();
  guardPermissions(session.defaultSession);
  servePages(session.defaultSession, path.join(out, 'renderer'));
  const { log, redactor } = openLog(app.getPath('userData'), systemClock, say);
  const theConsole = createConsole({
    host: 'electron',
    version: app.getVersion(),
    userDataDir: app.getPath('userData'),
    clock: systemClock,
    transport: createElectronTransport(session.fromPartition('ferry-api', { cache: false })),
    launchService: createServiceLauncher(path.join(out, 'service', 'main.mjs'), log),
    log,
    redactor,
  });
  const gate = createIpcGate(theConsole, log);
  const window = createConsoleWindow(path.join(out, 'preload', 'console-window.cjs'));
  guardNavigation(window.webContents);
  gate.admit(window.webContents);
  window.once('show', reportWindow);
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  closeWithWindow(() => theConsole.close());
  await loadConsole(window);
}

function prepareFolder(folder: string): string | null {
  try {
    mkdirSync(path.join(folder, 'sandbox'), { recursive: true });
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The user-data folder ${folder} cannot be written (${reason}). Choose another one with --user-data.`;
  }
}

/** Tells the program that started the console that its window is there. */
function reportWindow(): void {
  if (process.env['FERRY_REPORT_WINDOW'] === '1') {
    process.stdout.write(`${JSON.stringify({ window: 'shown', pid: process.pid })}\n`);
  }
}

/** Ends what the console started before the app goes. */
function closeWithWindow(close: () => Promise<void>): void {
  let closed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}
