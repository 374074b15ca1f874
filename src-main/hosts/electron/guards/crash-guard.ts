import type { WebContents } from 'electron';
import type { Log } from '../../../console/log/log.ts';
import { safePageAddress } from './safe-page.ts';

const windowMs = 60_000;
const reloadsPerWindow = 2;

/** Decides what to do after a crash: reload at most twice a minute, then the safe page. */
export function createCrashCounter(now: () => number): () => 'reload' | 'safe-page' {
  let reloads: number[] = [];
  return () => {
    reloads = reloads.filter((at) => now() - at < windowMs);
    if (reloads.length >= reloadsPerWindow) return 'safe-page';
    reloads.push(now());
    return 'reload';
  };
}

/** Brings the page back when its process has died. */
export function guardCrashes(contents: WebContents, log: Pick<Log, 'error' | 'warn'>): void {
  const decide = createCrashCounter(() => performance.now());
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return;
    const next = decide();
    log.error(`the page's process ended: ${reason}, code ${exitCode}; next: ${next}`);
    if (next === 'reload') contents.reload();
    else void contents.loadURL(safePageAddress).catch((error: unknown) => log.error('no safe page', error));
  });
  contents.on('unresponsive', () => log.warn('the page does not respond'));
}
