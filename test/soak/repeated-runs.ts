import { spawn } from 'node:child_process';
import type { DesktopSession } from '#build/check/desktop-session.ts';
import type { Stage } from '#build/check/run-suites.ts';
import { allStages, prepareSuites, testStages } from '#build/check/suites.ts';
import type { Suite } from '#build/check/suite.ts';

/**
 * Repeats `npm test`, or some suites of it and of `npm run test:all`. The number of the run stands before the name of each
 * suite, so that a test that fails in some runs only shows.
 * @param only names of suites; all of `npm test` if there is none
 */
export function repeatedStages(session: DesktopSession, times: number, only: readonly string[]): readonly Stage[] {
  const isWanted = ({ name }: Suite): boolean => only.includes(name);
  const stages =
    only.length === 0
      ? testStages(session)
      : [
          [prepareSuites],
          [...testStages(session), ...allStages(session)].flat().map((chain) => chain.filter(isWanted)),
        ];
  return Array.from({ length: times }, (_, run) =>
    stages.map((stage) => stage.map((chain) => chain.map((suite) => ({ ...suite, name: `${run + 1} ${suite.name}` })))),
  ).flat();
}

/** Keeps this many cores busy until this process ends. */
export function makeLoad(cores: number): void {
  const burners = Array.from({ length: cores }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  process.on('exit', () => {
    for (const burner of burners) burner.kill('SIGKILL');
  });
}
