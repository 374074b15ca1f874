import { makeDesktopSession } from '#build/check/desktop-session.ts';
import { playwrightSuite } from '#build/check/playwright-suite.ts';
import { prepareSuites } from '#build/check/test-stages.ts';
import { endCommandsOnSignal } from '#build/check/run-command.ts';
import { runSuites } from '#build/check/run-suites.ts';
import { vitestSuite } from '#build/check/vitest-suite.ts';
import { endWith } from '#build/launch/launch-fault.ts';

/** A whole night is no failure. */
const budgetMinutes = 12 * 60;

/** The long hunts: the tests that take samples in `npm test`, with the full counts, and every page in
 * both hosts. One suite after the other. */
await endWith(async () => {
  process.env['FERRY_SOAK'] = '1';
  endCommandsOnSignal();
  const session = makeDesktopSession();
  process.on('exit', session.remove);
  const suites = ['unit', 'service', 'contract', 'security', 'faults'].map((name) =>
    vitestSuite(name, budgetMinutes, session.wrap),
  );
  const pages = ['console-browser', 'console-electron'].map((name) =>
    playwrightSuite(name, budgetMinutes, session.wrap),
  );
  return runSuites([[prepareSuites], [[...suites, ...pages]]]);
});
