import { globSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/project-root.ts';
import { packageTool } from './package-tool.ts';
import { countPlaywright } from './read-report.ts';
import { runReported } from './reported-suite.ts';
import type { Suite } from './suite.ts';

/** Names of the projects of playwright.config.ts that have test files, in its order. */
export async function playwrightProjects(): Promise<string[]> {
  const { default: config } = await import('../../playwright.config.ts');
  return (config.projects ?? []).flatMap(({ name, testDir }) => {
    const files = testDir === undefined ? [] : globSync(`${testDir}/**/*.spec.ts`, { cwd: projectRoot });
    return name !== undefined && files.length > 0 ? [name] : [];
  });
}

/** The tests of one Playwright project, in a session; what a failed one leaves is in `test-results/playwright`. */
export const playwrightSuite = (
  project: string,
  budget: number,
  wrap: (command: readonly string[]) => readonly string[],
): Suite => ({
  name: project,
  budget,
  run: (say) =>
    runReported(
      {
        command: () => {
          const output = path.join('test-results', 'playwright', project);
          const flags = ['--project', project, '--reporter=list,json', '--output', output];
          return wrap([...packageTool('@playwright/test', 'playwright'), 'test', ...flags]);
        },
        env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
        count: countPlaywright,
      },
      say,
    ),
});
