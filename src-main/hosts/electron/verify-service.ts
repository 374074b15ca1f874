import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { app, utilityProcess } from 'electron';
import { onEndSignal } from '../node/signals.ts';
import { say } from '../say.ts';
import { guardStart } from './guards/start-guard.ts';

/**
 * The packaged `ferry-verify` starts with these arguments; Chromium reads no switches after `--`. The command needs a
 * display: without one, even headless, Electron exits before it is ready.
 */
const startArguments = ['--', 'ferry-verify'] as const;

/** Returns null if the program wasn't started to verify a service. */
export function verifyArguments(argv: readonly string[]): readonly string[] | null {
  const args = argv.slice(1);
  return startArguments.every((argument, at) => args[at] === argument) ? args.slice(startArguments.length) : null;
}

/** Verifies a service instead of opening the console: no window, no user-data folder. Sets the exit code. */
export async function verifyService(args: readonly string[]): Promise<void> {
  const startResult = guardStart({ argv: process.argv.slice(0, 1), env: process.env, isPackaged: app.isPackaged });
  if ('refusal' in startResult) {
    say(startResult.refusal);
    app.exit(2);
    return;
  }
  // Uses a temporary folder, because an open console locks its own folder.
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-verify-'));
  app.once('quit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Chromium may still write here. An uncaught error opens a dialog, which blocks a build server.
    }
  });
  app.setPath('userData', folder);
  await app.whenReady();
  const program = path.join(__dirname, '..', 'verify', 'main.mjs');
  const child = utilityProcess.fork(program, [...args], { stdio: 'inherit', serviceName: 'Ferry Verify' });
  // After the signal, the child process reports its finished proofs and exits.
  onEndSignal(() => void child.kill());
  child.once('exit', (code) => app.exit(code));
}
