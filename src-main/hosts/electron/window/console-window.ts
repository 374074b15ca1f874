import { writeSync } from 'node:fs';
import { BrowserWindow, nativeTheme } from 'electron';
import { brand } from '#shared/brand.ts';
import { pageIsolation } from '../guards/page-isolation.ts';
import { pageOrigin } from '../guards/page-origin.ts';
import type { Area } from './window-place.ts';

const standardOutput = 1;

/** Tells the starting program, synchronously, that the window has opened or that everything has closed. */
export function reportWindow(window: 'shown' | 'closed'): void {
  if (process.env['FERRY_REPORT_WINDOW'] !== '1') return;
  try {
    writeSync(standardOutput, `${JSON.stringify({ window, pid: process.pid })}\n`);
  } catch {
    // The starting program has closed the pipe.
  }
}

/** The modal lab needs the tag `<webview>`. `guardGuests` decides which guests attach. */
export const windowProtection = { ...pageIsolation, webviewTag: true } as const;

export function createConsoleWindow(preload: string, bounds: Area | null): BrowserWindow {
  const window = new BrowserWindow({
    title: brand.consoleName,
    ...(bounds ?? { width: 1280, height: 800, useContentSize: true }),
    minWidth: 640,
    minHeight: 400,
    show: false,
    // The Alt key shows the menu. The menu's shortcuts always work.
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0A1115' : '#F2F5F6',
    webPreferences: { ...windowProtection, preload, spellcheck: false },
  });
  window.once('ready-to-show', () => window.show());
  return window;
}

export function focusWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Closing the window or reloading interrupts the load, which isn't an error. `route` starts with its slash. */
export async function loadConsole(window: BrowserWindow, route = '/'): Promise<void> {
  let isClosing = false;
  window.once('close', () => (isClosing = true));
  try {
    await window.loadURL(`${pageOrigin}/#${route}`);
  } catch (error) {
    const isReloaded = (error as { code?: unknown } | null)?.code === 'ERR_ABORTED';
    if (!isClosing && !window.isDestroyed() && !isReloaded) throw error;
  }
}
