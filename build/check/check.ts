import { checkStages } from './check-suites.ts';
import { endCommandsOnSignal } from './run-command.ts';
import { runSuites } from './run-suites.ts';

endCommandsOnSignal();
process.exitCode = await runSuites(checkStages());
