import { ensureBuild } from '#build/launch/ensure-build.ts';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { checkStages } from './check-suites.ts';
import type { DesktopSession } from './desktop-session.ts';
import { playwrightProjects, playwrightSuite } from './playwright-suite.ts';
import type { Stage } from './run-suites.ts';
import { oneFailed, onePassed, type Say, type Suite } from './suite.ts';
import { vitestProjects, vitestSuite } from './vitest-suite.ts';

/** A step of this process; a fault of it is its sentence. */
const step = (name: string, run: (say: Say) => Promise<void>): Suite => ({
  name,
  run: async (say) => {
    try {
      await run(say);
      return onePassed;
    } catch (error) {
      if (!(error instanceof LaunchFault)) throw error;
      const lines = error.message.split('\n');
      for (const line of lines) say(line);
      return oneFailed(lines);
    }
  },
});

/** What the suites after it run on: the Electron of the tests, and the build. */
export const prepareSuites: readonly Suite[] = [
  step('electron', async (say) => {
    process.env['FERRY_TRY_ELECTRON_DOWNLOAD'] = '1';
    const { label } = await resolveTestElectron();
    delete process.env['FERRY_TRY_ELECTRON_DOWNLOAD'];
    say(`The tests run on ${label}.`);
  }),
  step('build', () => ensureBuild()),
];

/** Minutes beside another suite on two cores, as measured and rounded up. */
const budgets: Readonly<Record<string, number>> = {
  'console-browser': 9,
  'console-electron': 6,
  postgres: 6,
  sdk: 5,
  faults: 4,
};
const budgetOf = (name: string): number => budgets[name] ?? 3;

/**
 * Everything, for two cores: what is quick comes first, then all suites, two at a time. The longest begin, so that the
 * last ones end at about the same time.
 */
export async function testStages(session: DesktopSession): Promise<readonly Stage[]> {
  const [steps = [], [unit = [], sizes = []] = []] = checkStages();
  const tests = (await vitestProjects()).flatMap(({ name }) => {
    if (name === 'unit') return [];
    // The launch tests make their own displays, or none.
    return [vitestSuite(name, budgetOf(name), name === 'launch' ? undefined : session.wrap)];
  });
  const pages = (await playwrightProjects()).map((name) => playwrightSuite(name, budgetOf(name), session.wrap));
  const longestFirst = [...pages, ...tests].toSorted((one, other) => budgetOf(other.name) - budgetOf(one.name));
  return [
    [...steps, prepareSuites],
    [...longestFirst.map((suite) => [suite]), unit, sizes],
  ];
}
