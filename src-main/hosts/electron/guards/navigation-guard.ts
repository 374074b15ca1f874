import type { WebContents } from 'electron';
import { pageOrigin, safePageAddress } from './page-origin.ts';

export function isOwnPage(address: string): boolean {
  try {
    const { protocol, host, username, password } = new URL(address);
    return `${protocol}//${host}` === pageOrigin && username === '' && password === '';
  } catch {
    return false;
  }
}

const pages = new Set(['/', '/index.html', new URL(safePageAddress).pathname]);

/** Whether a URL is one of the console's pages. The URL of a script isn't a page. */
export const isConsolePage = (address: string): boolean => isOwnPage(address) && pages.has(new URL(address).pathname);

/** Prevents navigation of the page, or of its frames, to other URLs. */
export function preventLeaving(contents: WebContents, isAllowed: (url: string) => boolean): void {
  const check = (event: Electron.Event, url: string) => {
    if (!isAllowed(url)) event.preventDefault();
  };
  contents.on('will-navigate', (event) => check(event, event.url));
  contents.on('will-redirect', (event) => check(event, event.url));
  contents.on('will-frame-navigate', (event) => check(event, event.url));
}

/**
 * Keeps the window on the console's pages: no other URL, no second window. Allowed external links open in the user's
 * browser.
 * @param openExternal must check its argument
 * @see https://www.electronjs.org/docs/latest/tutorial/security 13 and 14
 */
export function guardNavigation(contents: WebContents, openExternal: (address: string) => void): void {
  preventLeaving(contents, isConsolePage);
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });
}
