import { startElectronHost } from './hosts/electron/start-electron-host.ts';

startElectronHost().catch((error: unknown) => {
  process.stderr.write(`Ferry Console could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
