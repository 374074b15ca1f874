import { say } from './hosts/say.ts';
import { startElectronHost } from './hosts/electron/start-electron-host.ts';
import { verifyArguments, verifyService } from './hosts/electron/verify-service.ts';

const verifyArgs = verifyArguments(process.argv);
(verifyArgs === null ? startElectronHost() : verifyService(verifyArgs)).catch((error: unknown) => {
  say(`Ferry Console could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
