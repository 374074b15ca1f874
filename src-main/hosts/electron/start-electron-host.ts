import path from 'node:path';
import { app, dialog, session, shell } from 'electron';
import { brand } from '#shared/brand.ts';
import { visibleText } from '#shared/visible-text.ts';
import { systemClock } from '../../console/clock/clock.ts';
import type { Console } from '../../console/create-console.ts';
import type { Log } from '../../console/log/log.ts';
import { openLog } from '../../console/log/open-log.ts';
import { describeHolder, lockFolder } from '../node/folder-lock.ts';
import { onEndSignal } from '../node/signals.ts';
import { say } from '../say.ts';
import { prepareUserData } from '../user-data-folder.ts';
import { listenForLinks } from './deep-links.ts';
import { guardClientCertificates } from './guards/client-certificates.ts';
import { readExternalLink } from './guards/external-links.ts';
import { guardGuests, type LabGuests } from './guards/guest-guard.ts';
import { createIpcGate } from './guards/ipc-gate.ts';
import { guardNavigation } from './guards/navigation-guard.ts';
import { guardReturn } from './guards/return-guard.ts';
import { guardSession } from './guards/session-guard.ts';
import { guardSpelling } from './guards/spelling-guard.ts';
import { guardStart } from './guards/start-guard.ts';
import { registerPageScheme, servePages } from './page-protocol.ts';
import { deepLinkOf, routeOf } from './read-deep-link.ts';
import { createAlertNotifier } from './alert-notifier.ts';
import { createConsoleWindow, focusWindow, loadConsole, reportWindow } from './window/console-window.ts';
import { menuActionsFor, setMenu } from './window/menu.ts';
import { openWindowState } from './window/window-state.ts';

/** Maximum ms to wait for the page's first paint before the console starts. */
const paintWithinMs = 500;

export async function startElectronHost(): Promise<void> {
  const start = guardStart({ argv: process.argv, env: process.env, isPackaged: app.isPackaged });
  if ('refusal' in start) return refuseStart(start.refusal);
  const userDataDir = start.userData === null ? app.getPath('userData') : path.resolve(start.userData);
  const problem = prepareUserData(userDataDir, { isDefaultFolder: start.userData === null });
  if (problem) return refuseStart(problem);
  // Chromium writes to this folder from here on, so the folder must be checked first.
  app.setPath('userData', userDataDir);
  if (!app.requestSingleInstanceLock()) {
    say('Ferry Console is already open with this user-data folder. The open window comes to the front.');
    app.exit(0);
    return;
  }
  registerPageScheme();
  guardSpelling();
  const links = listenForLinks(deepLinkOf(process.argv));
  const lock = await lockFolder(userDataDir, 'electron');
  if (!lock.ok) {
    const holderText = describeHolder(lock, userDataDir);
    say(holderText);
    dialog.showErrorBox(brand.consoleName, visibleText(holderText));
    app.exit(2);
    return;
  }
  app.once('quit', lock.release);
  await app.whenReady();
  // Registered late, because Chromium replaces signal handlers until this point.
  onEndSignal(() => app.quit());
  const opened = openLog({ userDataDir, clock: systemClock, version: app.getVersion(), echo: say });
  const { log, redactor, crashReports } = opened;
  // Records these here, because Electron only warns about them. In the browser host, Node ends the process.
  process.on('unhandledRejection', (error) => crashReports.record('main', 'unhandledRejection', error));
  app.once('before-quit', crashReports.end);
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    // Skips utility processes (data process, Sandbox), whose launchers notice their exit.
    if (reason !== 'clean-exit' && type !== 'Utility')
      crashReports.record('helper', `${name ?? type} ended: ${reason}, code ${exitCode}`);
  });
  guardSession(session.defaultSession, ['clipboard-sanitized-write']);
  const clientCertificates = guardClientCertificates();
  const out = path.join(__dirname, '..');
  servePages(session.defaultSession, path.join(out, 'renderer'));
  let onPainted: () => void = () => undefined;
  // Loaded after the first paint: the core is large, and this process must serve the page's files first.
  const started = new Promise<void>((resolve) => (onPainted = resolve))
    .then(() => import('./start-console.ts'))
    .then(({ startConsole }) =>
      startConsole({ userDataDir, out, start, log, crashReports, redactor, clientCertificates }),
    );
  const gate = createIpcGate(
    started.then(({ dispatch }) => dispatch),
    log,
  );
  setMenu(menuActionsFor(started));
  const state = openWindowState(userDataDir);
  const window = createConsoleWindow(path.join(out, 'preload', 'console-window.cjs'), state.bounds);
  state.follow(window);
  window.once('ready-to-show', onPainted);
  setTimeout(onPainted, paintWithinMs);
  const { webContents } = window;
  guardNavigation(webContents, (address) => void openOutside(address, started, log));
  let labs: LabGuests | null = null;
  guardGuests(
    webContents,
    () => labs,
    session.fromPartition,
    (address) => void shell.openExternal(address).catch((error) => log.warn("couldn't open a sign-in window", error)),
    (reason) => crashReports.record('lab', `a lab's page ended: ${reason}`),
  );
  guardReturn(webContents, log, crashReports);
  gate.admit(webContents);
  window.once('show', () => reportWindow('shown'));
  app.on('second-instance', () => focusWindow(window));
  closeWithWindow(started);
  const first = links.takeFirst();
  const loadPromise = loadConsole(window, first === null ? '/' : routeOf(first));
  const theConsole = await started;
  ({ labs } = theConsole);
  theConsole.listen(gate.send);
  theConsole.listen(createAlertNotifier(window, theConsole.emit, log));
  links.follow((link) => {
    focusWindow(window);
    theConsole.emit('console:link-asked', { link });
  });
  await loadPromise;
}

function refuseStart(message: string): void {
  say(message);
  // Shows a dialog, except on Linux: standard error of programs with a window isn't visible on other systems.
  if (process.platform !== 'linux') dialog.showErrorBox(brand.consoleName, message);
  app.exit(2);
}

async function openOutside(address: string, started: Promise<Console>, log: Log): Promise<void> {
  try {
    const link = readExternalLink(address, (await started).outsideLinks());
    if (link === null) log.warn('blocked an external link');
    else await shell.openExternal(link);
  } catch (error) {
    log.warn("couldn't open a link", error);
  }
}

function closeWithWindow(started: Promise<Console>): void {
  let isClosed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    const close = started.then((theConsole) => theConsole.close());
    void close
      .catch(() => undefined)
      .finally(() => {
        isClosed = true;
        // Electron ignores a second quit during the event.
        setImmediate(() => app.quit());
      });
  });
}
