import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** Switches for no window, no first-run pages and no background requests. */
const switches = [
  '--headless=new',
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--metrics-recording-only',
];
const retryWindowMs = 3_000;
const maxRemovals = 20;
const removalPauseMs = 100;

/** Opens a URL in a headless browser, through a private file, because other users can see process arguments. */
export function openHeadless(program: string, address: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-verify-'));
  const startFile = path.join(folder, 'start.html');
  writeFileSync(startFile, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`, { mode: 0o600 });
  const args = [...switches, `--user-data-dir=${path.join(folder, 'profile')}`, pathToFileURL(startFile).href];
  const child = spawn(program, args, { stdio: 'ignore' });
  const endController = new AbortController();
  child.once('error', () => endController.abort());
  child.once('exit', () => endController.abort());
  return {
    /** Aborted when the browser exits or fails to start. */
    ended: endController.signal,
    close: async () => {
      if (!endController.signal.aborted) {
        const abortEvent = once(endController.signal, 'abort');
        child.kill();
        const killTimer = globalThis.setTimeout(() => child.kill('SIGKILL'), retryWindowMs);
        await abortEvent;
        clearTimeout(killTimer);
      }
      // Browser processes that are about to exit may still write to the profile, or even create the folder again.
      for (let attempt = 0; attempt < maxRemovals && existsSync(folder); attempt++) {
        rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
        await setTimeout(removalPauseMs);
      }
    },
  };
}
