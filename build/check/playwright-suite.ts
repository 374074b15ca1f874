import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { packageTool } from './package-tool.ts';
import { readPlaywright } from './read-report.ts';
import { type ReportedRun, runReported } from './reported-suite.ts';
import type { Suite } from './suite.ts';

/** Describes a Playwright run with these arguments. Its JSON report contains the result. */
export const playwrightRun = (
  args: readonly string[],
  wrap: (command: readonly string[]) => readonly string[] = (command) => command,
): ReportedRun => ({
  command: wrap([...packageTool('@playwright/test', 'playwright'), 'test', ...args, '--reporter=list,json']),
  env: (file) => ({
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // A permanent cache, because each run would compile every file again in its new temporary folder.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(projectRoot, '.cache', 'playwright'),
  }),
  read: readPlaywright,
});

/**
 * Returns the suite of one Playwright project, which runs in a session. Failed tests leave their artifacts in
 * `test-results/playwright`.
 */
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
