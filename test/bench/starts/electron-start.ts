import path from 'node:path';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import type { Program } from './watched-process.ts';

/** An app that is only one static window. */
export const bareWindow = path.join(import.meta.dirname, '..', 'bare-window');

/** Chromium's sandbox refuses root, so both sides of a comparison run without it for root. */
export const noSandboxAsRoot = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/** The command for an app in the test Electron with an open DevTools port. `label` names the Electron. */
export async function electronProgram(app: string, userData: string): Promise<Program & { readonly label: string }> {
  const { executable, distPath, label } = await resolveTestElectron();
  return {
    command: executable,
    args: [...noSandboxAsRoot(), '--remote-debugging-port=0', app, '--user-data', userData],
    env: { ELECTRON_OVERRIDE_DIST_PATH: distPath },
    label,
  };
}
