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

/** Minutes on two cores; a suite that is not named here has three. */
const budgets: Readonly<Record<string, number>> = { 'console-browser': 4, 'console-electron': 4 };
const budgetOf = (name: string): number => budgets[name] ?? 3;

const isElectron = (project: string): boolean => project.endsWith('-electron');

/**
 * Everything, for two cores: what is quick comes first, then two lanes that take about as long as each other. The pages
 * in the real Electron and in a browser end them, each in one.
 */
export async function testStages(session: DesktopSession): Promise<readonly Stage[]> {
  const [steps = [], [unit = [], sizes = []] = []] = checkStages();
  const tests = (await vitestProjects()).map(({ name }) => name).filter((name) => name !== 'unit');
  const lane = (names: readonly string[], wrap?: DesktopSession['wrap']) =>
    tests.filter((name) => names.includes(name)).map((name) => vitestSuite(name, budgetOf(name), wrap));
  const named = ['service', 'contract', 'security', 'faults', 'launch'];
  const others = tests.filter((name) => !named.includes(name));
  const pages = await playwrightProjects();
  const inSession = (names: readonly string[]) =>
    names.map((name) => playwrightSuite(name, budgetOf(name), session.wrap));
  return [
    [...steps, prepareSuites],
    [
      [...unit, ...lane(['faults', 'security', ...others], session.wrap), ...inSession(pages.filter(isElectron))],
      [
        ...sizes,
        ...lane(['service', 'contract'], session.wrap),
        // The launch tests make their own displays, or none.
        ...lane(['launch']),
        ...inSession(pages.filter((name) => !isElectron(name))),
      ],
    ],
  ];
}
