import path from 'node:path';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import type { Program } from './watched-process.ts';

/** The app that is one static window. */
export const bareWindow = path.join(import.meta.dirname, '..', 'bare-window');

/** What root needs, whom Chromium's sandbox refuses; on both sides of a comparison. */
export const noSandboxAsRoot = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/** How to start an app in the Electron of the tests, with its DevTools port open; `label` says which Electron. */
export async function electronProgram(app: string, userData: string): Promise<Program & { readonly label: string }> {
  const { executable, distPath, label } = await resolveTestElectron();
  return {
    command: executable,
    args: [...noSandboxAsRoot(), '--remote-debugging-port=0', app, '--user-data', userData],
    env: { ELECTRON_OVERRIDE_DIST_PATH: distPath },
    label,
  };
}
