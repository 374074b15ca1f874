import { app, clipboard, Menu, type MenuItemConstructorOptions } from 'electron';
import { brand } from '#shared/brand.ts';
import type { MenuAskedItem } from '#shared/console-contract/events.ts';
import type { Console } from '../../../console/create-console.ts';

interface MenuActions {
  readonly refresh: () => void;
  readonly openLogs: () => void;
  readonly copyDiagnostics: () => void;
  readonly ask: (item: MenuAskedItem) => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function viewMenu({ refresh }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&View',
    submenu: [
      { id: 'refresh', label: 'Refresh data', accelerator: 'F5', click: refresh },
      // Browsers reload the page with this shortcut. Here it does the same as F5.
      { id: 'refresh-too', label: 'Refresh data', accelerator: 'CmdOrCtrl+R', visible: false, click: refresh },
      { role: 'reload', label: 'Reload console', accelerator: 'CmdOrCtrl+Shift+R' },
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    ],
  };
}

const pages: readonly (readonly [MenuAskedItem, string])[] = [
  ['overview', '&Overview'],
  ['migrations', '&Migrations'],
  ['companies', '&Companies'],
  ['alerts', '&Alerts'],
  ['link-tokens', '&Link tokens'],
  ['modal-lab', 'Modal la&b'],
  ['webhooks', '&Webhooks'],
  ['requests', '&Requests'],
  ['sandbox', 'Sandbo&x'],
  ['settings', '&Settings'],
];

function goMenu({ ask }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Go',
    submenu: [
      // The page handles this shortcut itself, as in a browser. The menu only displays the shortcut.
      {
        id: 'palette',
        label: 'Go to…',
        accelerator: 'CmdOrCtrl+K',
        registerAccelerator: false,
        click: () => ask('palette'),
      },
      separator,
      ...pages.map(([item, label]) => ({ id: `go-${item}`, label, click: () => ask(item) })),
    ],
  };
}

function helpMenu({ openLogs, copyDiagnostics, ask }: MenuActions, isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'help',
    submenu: [
      {
        id: 'user-guide',
        label: 'User guide',
        accelerator: 'F1',
        registerAccelerator: false,
        click: () => ask('help'),
      },
      { id: 'shortcuts', label: 'Keyboard shortcuts', click: () => ask('shortcuts') },
      separator,
      { id: 'open-logs', label: 'Open log folder', click: openLogs },
      { id: 'copy-diagnostics', label: 'Copy diagnostics', click: copyDiagnostics },
      ...(isMac ? [] : [separator, { role: 'about' } as const]),
    ],
  };
}

function menuTemplate(actions: MenuActions, platform = process.platform): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : [{ label: '&File', submenu: [{ role: 'quit' } as const] }]),
    { role: 'editMenu' },
    viewMenu(actions),
    goMenu(actions),
    { role: 'windowMenu' },
    helpMenu(actions, isMac),
  ];
}

export function setMenu(actions: MenuActions): void {
  const { electron, chrome, node } = process.versions;
  app.setAboutPanelOptions({
    applicationName: brand.consoleName,
    applicationVersion: app.getVersion(),
    version: `Electron ${electron}`,
    credits: `Electron ${electron}\nChromium ${chrome}\nNode ${node}`,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions)));
}

export function menuActionsFor(started: Promise<Console>): MenuActions {
  const run = (action: (theConsole: Console) => unknown) => () => void started.then(action).catch(() => undefined);
  const callDiagnostics = ({ dispatch }: Console, verb: string) =>
    dispatch('diagnostics', verb, {}, { signal: new AbortController().signal });
  return {
    refresh: run((theConsole) => theConsole.emit('console:refresh-asked', {})),
    ask: (item) => run((theConsole) => theConsole.emit('console:menu-asked', { item }))(),
    openLogs: run((theConsole) => callDiagnostics(theConsole, 'openLogs')),
    copyDiagnostics: run(async (theConsole) => {
      const outcome = await callDiagnostics(theConsole, 'text');
      if (outcome.ok) clipboard.writeText((outcome.value as { text: string }).text);
    }),
  };
}
