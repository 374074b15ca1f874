import path from 'node:path';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import type { Program } from './watched-process.ts';

/** The app that is one static window. */
export const bareWindow = path.join(import.meta.dirname, '..', 'bare-window');

/** How to start an app in the Electron of the tests, with its DevTools port open; `label` says which Electron. */
export async function electronProgram(app: string, userData: string): Promise<Program & { readonly label: string }> {
  const { executable, distPath, label } = await resolveTestElectron();
  const asRoot = process.getuid?.() === 0;
  return {
    command: executable,
    args: [...(asRoot ? ['--no-sandbox'] : []), '--remote-debugging-port=0', app, '--user-data', userData],
    env: { ELECTRON_OVERRIDE_DIST_PATH: distPath },
    label,
  };
}
