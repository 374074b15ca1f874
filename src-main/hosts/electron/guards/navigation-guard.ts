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

export function preventLeaving(contents: WebContents, isAllowed: (url: string) => boolean): void {
  const check = (event: Electron.Event, url: string) => {
    if (!isAllowed(url)) event.preventDefault();
  };
  contents.on('will-navigate', (event) => check(event, event.url));
  contents.on('will-redirect', (event) => check(event, event.url));
  contents.on('will-frame-navigate', (event) => check(event, event.url));
}

/** Opens links in the user's browser. `openExternal` must check its argument (Electron security 13 and 14). */
export function guardNavigation(contents: WebContents, openExternal: (address: string) => void): void {
  preventLeaving(contents, isConsolePage);
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });
}
