import { spawn } from 'node:child_process';
import type { DesktopSession } from '#build/check/desktop-session.ts';
import type { Stage } from '#build/check/run-suites.ts';
import { allStages, prepareSuites, testStages } from '#build/check/suites.ts';
import type { Suite } from '#build/check/suite.ts';

/**
 * Repeats `npm test`, or some suites of `npm test` and `npm run test:all`. Each suite's name starts with the run
 * number, which shows tests that fail only in some runs.
 * @param only names of suites; if empty, all of `npm test`
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

/** Keeps this many cores busy until this process exits. */
export function makeLoad(cores: number): void {
  const burners = Array.from({ length: cores }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  process.on('exit', () => {
    for (const burner of burners) burner.kill('SIGKILL');
  });
}
