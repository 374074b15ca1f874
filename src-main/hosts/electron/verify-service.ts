import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { app, utilityProcess } from 'electron';
import { onEndSignal } from '../node/signals.ts';
import { say } from '../say.ts';
import { guardStart } from './guards/start-guard.ts';

/**
 * How the command `ferry-verify` of the packages starts the program, before its own arguments. Behind `--` Chromium reads no
 * switch, so whatever they are, they change nothing of the program itself. (It needs a display all the same: without one
 * Electron ends before it is ready, also with Chromium's headless platform.)
 */
const start = ['--', 'ferry-verify'] as const;

/** Returns the arguments of the verification if the program was started for it, else null. */
export function verifyArguments(argv: readonly string[]): readonly string[] | null {
  const args = argv.slice(1);
  return start.every((argument, at) => args[at] === argument) ? args.slice(start.length) : null;
}

/** Verifies a service instead of opening the console: no window, no user-data folder, and the exit code is the verification's. */
export async function verifyService(args: readonly string[]): Promise<void> {
  const guarded = guardStart({ argv: process.argv.slice(0, 1), env: process.env, isPackaged: app.isPackaged });
  if ('refusal' in guarded) {
    say(guarded.refusal);
    app.exit(2);
    return;
  }
  // A temporary folder: an open console locks its own, and Chromium's files aren't needed afterwards.
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-verify-'));
  app.once('quit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Leave files that a Chromium process still writes: Electron would show a dialog and block a build server.
    }
  });
  app.setPath('userData', folder);
  await app.whenReady();
  const program = path.join(__dirname, '..', 'verify', 'main.mjs');
  const child = utilityProcess.fork(program, [...args], { stdio: 'inherit', serviceName: 'Ferry Verify' });
  // It tells what it has proved until then.
  onEndSignal(() => void child.kill());
  child.once('exit', (code) => app.exit(code));
}
