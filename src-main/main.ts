import { say } from './hosts/say.ts';
import { startElectronHost } from './hosts/electron/start-electron-host.ts';

startElectronHost().catch((error: unknown) => {
  say(`Ferry Console could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
