import { makeDesktopSession } from '#build/check/desktop-session.ts';
import { endCommandsOnSignal } from '#build/launch/base/run-command.ts';
import { runSuites } from '#build/check/run-suites.ts';
import { allStages, testStages } from '#build/check/suites.ts';
import { exitWithResult, UsageFault } from '../launch/base/launch-fault.ts';
import { installSystemPackages } from '../launch/packages/install-system-packages.ts';

await exitWithResult(async () => {
  const [flag, ...others] = process.argv.slice(2);
  if ((flag !== undefined && flag !== '--all') || others.length > 0) {
    throw new UsageFault('The tests take no arguments.', 'npm test\nnpm run test:all');
  }
  installSystemPackages();
  endCommandsOnSignal();
  const session = makeDesktopSession();
  process.on('exit', session.remove);
  return runSuites(flag === '--all' ? allStages(session) : testStages(session));
});
