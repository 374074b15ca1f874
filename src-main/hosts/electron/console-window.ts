import { BrowserWindow, nativeTheme } from 'electron';
import { brand } from '#shared/brand.ts';
import { pageOrigin } from './page-origin.ts';

/**
 * Makes the console's window, sandboxed and isolated, and shows it when it has painted.
 * @see https://www.electronjs.org/docs/latest/tutorial/security 2 to 8: isolation, sandbox, web security
 */
export function createConsoleWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    title: brand.consoleName,
    width: 1280,
    height: 800,
    useContentSize: true,
    minWidth: 640,
    minHeight: 400,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0A1115' : '#F2F5F6',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  return window;
}

/** Loads the console's start page; in development from Vite's server. */
export const loadConsole = (window: BrowserWindow): Promise<void> => window.loadURL(`${pageOrigin}/`);
