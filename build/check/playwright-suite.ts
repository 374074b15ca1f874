import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { packageTool } from './package-tool.ts';
import { readPlaywright } from './read-report.ts';
import { type ReportedRun, runReported } from './reported-suite.ts';
import type { Suite } from './suite.ts';

/** Playwright with these arguments, its result read from its JSON report. */
export const playwrightRun = (
  args: readonly string[],
  wrap: (command: readonly string[]) => readonly string[] = (command) => command,
): ReportedRun => ({
  command: wrap([...packageTool('@playwright/test', 'playwright'), 'test', ...args, '--reporter=list,json']),
  env: (file) => ({
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // Else it would lie among the temporary files of one run, and each run would translate every file again.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(projectRoot, '.cache', 'playwright'),
  }),
  read: readPlaywright,
});

/** The tests of one Playwright project, in a session; what a failed one leaves is in `test-results/playwright`. */
export const playwrightSuite = (
  project: string,
  maxMinutes: number,
  wrap: (command: readonly string[]) => readonly string[],
): Suite => {
  const output = path.join('test-results', 'playwright', project);
  return {
    name: project,
    maxMinutes,
    run: (say) => runReported(playwrightRun(['--project', project, '--output', output], wrap), say),
  };
};
