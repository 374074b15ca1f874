import { endCommandsOnSignal } from '#build/launch/base/run-command.ts';
import { runSuites } from './run-suites.ts';
import { checkStages } from './suites.ts';

endCommandsOnSignal();
process.exitCode = await runSuites(checkStages());
