import { endCommandsOnSignal } from './run-command.ts';
import { runSuites } from './run-suites.ts';
import { checkStages } from './suites.ts';

endCommandsOnSignal();
process.exitCode = await runSuites(checkStages());
