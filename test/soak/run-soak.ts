import { parseArgs } from 'node:util';
import { makeDesktopSession } from '#build/check/desktop-session.ts';
import { playwrightSuite } from '#build/check/playwright-suite.ts';
import { prepareSuites } from '#build/check/test-stages.ts';
import { endCommandsOnSignal } from '#build/check/run-command.ts';
import { runSuites, type Stage } from '#build/check/run-suites.ts';
import { vitestSuite } from '#build/check/vitest-suite.ts';
import { endWith } from '#build/launch/launch-fault.ts';
import { makeLoad, repeatedStages } from './repeated-runs.ts';

/** A whole night is no failure. */
const budgetMinutes = 12 * 60;

const { values } = parseArgs({
  options: {
    /** The hunt for races: `npm test` so many times, in place of the long hunts. */
    times: { type: 'string' },
    /** Cores that are kept busy meanwhile. */
    load: { type: 'string', default: '0' },
    /** Suites of these names alone, as `contract,faults`. */
    only: { type: 'string', default: '' },
  },
});

/** The long hunts: the tests that take samples in `npm test`, with the full counts, and every page in
 * both hosts. One suite after the other. */
function longHunts(wrap: (command: readonly string[]) => readonly string[]): readonly Stage[] {
  process.env['FERRY_SOAK'] = '1';
  const suites = ['unit', 'service', 'contract', 'security', 'faults'].map((name) =>
    vitestSuite(name, budgetMinutes, wrap),
  );
  const pages = ['console-browser', 'console-electron'].map((name) => playwrightSuite(name, budgetMinutes, wrap));
  return [[prepareSuites], [[...suites, ...pages]]];
}

await endWith(async () => {
  endCommandsOnSignal();
  const session = makeDesktopSession();
  process.on('exit', session.remove);
  if (values.times === undefined) return runSuites(longHunts(session.wrap));
  makeLoad(Number(values.load));
  const only = values.only.split(',').filter((name) => name !== '');
  return runSuites(await repeatedStages(session, Number(values.times), only));
});
