import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { WebContents } from 'electron';
import type { CrashReports } from '../../../console/log/crash-reports.ts';
import type { Log } from '../../../console/log/log.ts';
import { isConsolePage } from './navigation-guard.ts';
import { pageOrigin, safePageAddress } from './page-origin.ts';

const windowMs = 60_000;
const maxReturnsPerWindow = 2;
const checkEveryMs = 3_000;
/** Attempts to load a URL before the page's process is killed. */
const triesBeforeKill = 5;
const maxTries = 10;
const retryAfterMs = 400;
const loadWithinMs = 10_000;
/** `did-fail-load` code of a load that another load has replaced. */
const aborted = -3;
/**
 * ID of an isolated script world that neither the page nor the preload script can change. It shares only the document
 * with them.
 */
const isolatedWorldId = 1_000;
type Picture = 'drawn' | 'waits' | 'empty';
/** Failed checks before a reload. More than one, because a healthy page is also empty before its first paint. */
const checksUntilReturn = { empty: 2, waits: 5 } as const;
const pictureScript = `(() => {
  const root = document.getElementById('root');
  if (root === null || root.childElementCount === 0 || root.getClientRects().length === 0) return 'empty';
  return root.querySelector(':scope > [data-first-look]') === null ? 'drawn' : 'waits';
})()`;

/** Returns what to load next: the console's page at most twice a minute, otherwise the safe page. */
export function createReturnCounter(now: () => number): () => 'reload' | 'safe-page' {
  let returns: number[] = [];
  return () => {
    returns = returns.filter((at) => now() - at < windowMs);
    if (returns.length >= maxReturnsPerWindow) return 'safe-page';
    returns.push(now());
    return 'reload';
  };
}

/** Restores the console if its page is lost, so that a hostile page can't keep the window blank. */
export function guardReturn(
  contents: WebContents,
  log: Pick<Log, 'error' | 'warn'>,
  crashReports: Pick<CrashReports, 'record'>,
): void {
  const decide = createReturnCounter(() => performance.now());
  let isReturning = false;

  /** Number of loaded console pages. An increase means success, even if `loadURL` rejected or timed out. */
  let loadedPageCount = 0;
  /** Checks that the safe page loaded completely; an interrupted load leaves a blank window. */
  const isSafePageRead = (): Promise<boolean> => {
    const scriptResult = contents.executeJavaScriptInIsolatedWorld(isolatedWorldId, [
      { code: `document.querySelector('h1') !== null` },
    ]);
    return Promise.race([scriptResult.then(Boolean, () => false), wait(checkEveryMs, false, { ref: false })]);
  };
  /** Loads a URL. The page can abort or delay a load, so its process is killed after several attempts. */
  const load = async (address: string): Promise<void> => {
    for (let attempt = 1; attempt <= maxTries && !contents.isDestroyed(); attempt += 1) {
      const previous = loadedPageCount;
      const isLoaded = async () =>
        loadedPageCount > previous && (address !== safePageAddress || (await isSafePageRead()));
      try {
        await Promise.race([contents.loadURL(address), wait(loadWithinMs, null, { ref: false })]);
      } catch (error) {
        log.warn(`loading the page failed, attempt ${attempt}`, error);
      }
      if (contents.isDestroyed() || (await isLoaded())) return;
      if (attempt === triesBeforeKill) contents.forcefullyCrashRenderer();
      await wait(retryAfterMs);
      // A load that finished late may have restored the page in the meantime.
      if (!contents.isDestroyed() && isConsolePage(contents.getURL()) && (await isLoaded())) return;
    }
  };
  const returnToConsole = async (reason: string, address = `${pageOrigin}/`): Promise<void> => {
    if (isReturning || contents.isDestroyed()) return;
    isReturning = true;
    const next = decide();
    log.error(`${reason}; next: ${next}`);
    // Chromium may crash if a navigation starts inside another navigation's event.
    await nextTurn();
    await load(next === 'reload' ? address : safePageAddress);
    isReturning = false;
  };

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return;
    const address = contents.getURL();
    const route = isConsolePage(address) ? address : undefined;
    crashReports.record('page', `the page's process ended: ${reason}, code ${exitCode}`);
    void returnToConsole(`the page's process ended: ${reason}, code ${exitCode}`, route);
  });
  // The page can empty itself (`about:blank`), go back, or load an unknown URL without an earlier event.
  contents.on('did-navigate', (_event, url, status) => {
    if (!isConsolePage(url)) return void returnToConsole('the page navigated to an unknown address');
    loadedPageCount += 1;
    if (status >= 400) void returnToConsole(`couldn't load the page: status ${status}`);
  });
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== aborted) void returnToConsole(`couldn't load the page: ${description}`);
  });
  // Ignores `beforeunload` handlers: a hostile page could use one to stay open when it is replaced or its window closes.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('unresponsive', () => log.warn('the page does not respond'));

  /** Returns null while the page loads, on the safe page, or if the page doesn't respond. */
  const readPicture = async (): Promise<Picture | null> => {
    if (isReturning || contents.isLoadingMainFrame() || contents.getURL() === safePageAddress) return null;
    const scriptResult = contents.executeJavaScriptInIsolatedWorld(isolatedWorldId, [
      { code: pictureScript },
    ]) as Promise<Picture>;
    return Promise.race([scriptResult.catch(() => null), wait(checkEveryMs, null, { ref: false })]);
  };
  let checks = 0;
  const check = async (): Promise<void> => {
    const shownPicture = await readPicture();
    if (shownPicture === null || shownPicture === 'drawn') {
      checks = 0;
      return;
    }
    checks += 1;
    if (checks < checksUntilReturn[shownPicture]) return;
    checks = 0;
    await returnToConsole(shownPicture === 'empty' ? 'the page was empty' : "the page's script didn't load");
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  contents.once('destroyed', () => clearInterval(timer));
}
