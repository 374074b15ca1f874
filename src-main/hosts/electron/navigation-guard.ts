import type { WebContents } from 'electron';
import { pageOrigin } from './page-origin.ts';

/**
 * Keeps the window on the console's own pages: no other address, no second window, no guest.
 * @see https://www.electronjs.org/docs/latest/tutorial/security 11 to 14
 */
export function guardNavigation(contents: WebContents): void {
  const stay = (event: Electron.Event, url: string) => {
    if (!url.startsWith(`${pageOrigin}/`)) event.preventDefault();
  };
  contents.on('will-navigate', (event) => stay(event, event.url));
  contents.on('will-redirect', (event) => stay(event, event.url));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
