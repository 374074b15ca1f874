import { spawn } from 'node:child_process';
import type { DesktopSession } from '#build/check/desktop-session.ts';
import type { Stage } from '#build/check/run-suites.ts';
import type { Suite } from '#build/check/suite.ts';
import { testStages } from '#build/check/test-stages.ts';

/**
 * `npm test` so many times over, each suite with the number of its run before its name: what fails in some runs only
 * is a race. What prepares the suites runs in each.
 * @param only names of suites; all where there is none
 */
export async function repeatedStages(
  session: DesktopSession,
  times: number,
  only: readonly string[],
): Promise<readonly Stage[]> {
  const prepares = ['electron', 'build'];
  const isWanted = ({ name }: Suite): boolean => only.length === 0 || only.includes(name) || prepares.includes(name);
  const stages = await testStages(session);
  return Array.from({ length: times }, (_, run) =>
    stages.map((stage) =>
      stage.map((lane) => lane.filter(isWanted).map((suite) => ({ ...suite, name: `${run + 1} ${suite.name}` }))),
    ),
  ).flat();
}

/** Keeps so many cores busy until this process ends. */
export function makeLoad(cores: number): void {
  const burners = Array.from({ length: cores }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  process.on('exit', () => {
    for (const burner of burners) burner.kill('SIGKILL');
  });
}
