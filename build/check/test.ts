import { makeDesktopSession } from '#build/check/desktop-session.ts';
import { endCommandsOnSignal } from '#build/check/run-command.ts';
import { runSuites } from '#build/check/run-suites.ts';
import { testStages } from '#build/check/test-stages.ts';
import { installSystemPackages } from '../launch/packages/install-system-packages.ts';
import { endWith } from '../launch/base/launch-fault.ts';

await endWith(async () => {
  installSystemPackages();
  endCommandsOnSignal();
  const session = makeDesktopSession();
  process.on('exit', session.remove);
  return runSuites(await testStages(session));
});
