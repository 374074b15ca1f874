import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import type { DesktopSession } from './desktop-session.ts';
import { keepTail } from './output-tail.ts';
import { packageTool } from './package-tool.ts';
import { readPlaywright } from './read-report.ts';
import { type ReportedRun, runReported } from './reported-suite.ts';
import { runCommand } from '#build/launch/base/run-command.ts';
import type { Stage } from './run-suites.ts';
import { failedSuite, passedSuite, type Say, type Suite } from './suite.ts';
import { resultFileVariable } from './vitest-reporter.ts';

type Wrap = DesktopSession['wrap'];
const unwrapped: Wrap = (command) => command;

/** Describes a Vitest run with these arguments. `ResultReporter` writes its result. */
export const vitestRun = (args: readonly string[], wrap = unwrapped): ReportedRun => ({
  command: wrap([...packageTool('vitest'), 'run', ...args, '--reporter=default', `--reporter=${ownReporter}`]),
  env: (file) => ({ [resultFileVariable]: file }),
  read: (result) => result,
});
const ownReporter = path.join(import.meta.dirname, 'vitest-reporter.ts');

/** Returns the suite of one Vitest project. `wrap` runs the command inside a session. */
export const vitestSuite = (project: string, wrap?: Wrap, ...args: readonly string[]): Suite => {
  // The unit tests must remove every folder that they create.
  const run = { ...vitestRun(['--project', project, ...args], wrap), leavesNothing: project === 'unit' };
  return { name: project, run: (say) => runReported(run, say) };
};

/** Describes a Playwright run with these arguments. Its JSON report contains the result. */
export const playwrightRun = (args: readonly string[], wrap = unwrapped): ReportedRun => ({
  command: wrap([...packageTool('@playwright/test', 'playwright'), 'test', ...args, '--reporter=list,json']),
  env: (file) => ({
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // A permanent cache, because each run would compile every file again in its new temporary folder.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(projectRoot, '.cache', 'playwright'),
  }),
  read: readPlaywright,
});

/**
 * Returns the suite of one Playwright project, or half of it, which runs in a session. Failed tests leave their artifacts
 * in `test-results/playwright`.
 */
export const playwrightSuite = (project: string, wrap: Wrap, half?: 1 | 2): Suite => {
  const output = path.join('test-results', 'playwright', project, half ? String(half) : '');
  const args = ['--project', project, '--output', output, ...(half ? ['--shard', `${half}/2`] : [])];
  return { name: project, half, run: (say) => runReported(playwrightRun(args, wrap), say) };
};

/** Creates a step that passes if its program exits with 0. */
const programStep = (name: string, command: readonly string[]): Suite => ({
  name,
  run: async (say) => {
    const tail = keepTail(say);
    return (await runCommand(command, tail.say)) === 0 ? passedSuite : failedSuite(tail.lines);
  },
});
const checkStep = (name: string, file: string): Suite =>
  programStep(name, [process.execPath, path.join(projectRoot, 'build', 'check', file)]);

/** Creates a step that runs in this process and fails on a `LaunchFault`. */
const step = (name: string, run: (say: Say) => Promise<void>): Suite => ({
  name,
  run: async (say) => {
    try {
      await run(say);
      return passedSuite;
    } catch (error) {
      if (!(error instanceof LaunchFault)) throw error;
      const lines = error.message.split('\n');
      for (const line of lines) say(line);
      return failedSuite(lines);
    }
  },
});

const build = step('build', () => ensureBuild());

/** Steps that every other suite needs: Electron for the tests, and an up-to-date build. */
export const prepareSuites: readonly Suite[] = [
  step('electron-runtime', async (say) => {
    process.env['FERRY_TRY_ELECTRON_DOWNLOAD'] = '1';
    const { label } = await resolveTestElectron();
    delete process.env['FERRY_TRY_ELECTRON_DOWNLOAD'];
    say(`The tests run on ${label}.`);
  }),
  build,
];

const staticChecks: Stage = [
  [checkStep('types', 'types.ts')],
  [
    checkStep('docs', 'docs.ts'),
    checkStep('words', 'words.ts'),
    programStep('format', [...packageTool('oxfmt'), '--check', '.']),
    programStep('lint', [...packageTool('oxlint'), '--deny-warnings', '--format=unix']),
    programStep('unused', [...packageTool('knip'), '--no-progress']),
    checkStep('imports', 'imports.ts'),
  ],
];
const sizes = checkStep('sizes', 'sizes.ts');
const unit = vitestSuite('unit');

/** Stages of `npm run check`. */
export const checkStages = (): readonly Stage[] => [[[build]], staticChecks, [[unit], [sizes]]];

/** Linux only, because the servers come from Debian packages. */
const onLinux = (suites: readonly Suite[]): readonly Suite[] => (process.platform === 'linux' ? suites : []);

/**
 * Stages of `npm test`. The longest suites start first, so that all lanes finish at about the same time. The first chain
 * mostly waits for servers, so it would leave the cores idle at the end.
 */
export const testStages = ({ wrap }: DesktopSession): readonly Stage[] => [
  [prepareSuites],
  [
    onLinux([vitestSuite('providers', wrap, '--maxWorkers=2'), vitestSuite('postgres', wrap)]),
    ...[
      vitestSuite('service', wrap, '--maxWorkers=2'),
      vitestSuite('contract', wrap),
      unit,
      playwrightSuite('browser', wrap, 1),
      playwrightSuite('browser', wrap, 2),
      playwrightSuite('sdk', wrap),
      vitestSuite('security', wrap),
      // Not run in the session, because the launch tests start their own displays.
      vitestSuite('launch'),
      vitestSuite('pages', wrap),
    ].map((suite) => [suite]),
    ...staticChecks,
    ...[playwrightSuite('electron-smoke', wrap), sizes].map((suite) => [suite]),
  ],
];

/** Stages of `npm run test:all`, which contain all suites that `npm test` leaves out. */
export const allStages = ({ wrap }: DesktopSession): readonly Stage[] => [
  [prepareSuites],
  [
    playwrightSuite('browser-all', wrap, 1),
    playwrightSuite('browser-all', wrap, 2),
    playwrightSuite('sdk-all', wrap),
    ...onLinux([
      vitestSuite('postgres-all', wrap),
      vitestSuite('providers-all', wrap),
      vitestSuite('servers-all', wrap),
    ]),
    playwrightSuite('electron', wrap),
    vitestSuite('faults', wrap),
    vitestSuite('long', wrap),
    vitestSuite('packed'),
  ].map((suite) => [suite]),
];
