import { globSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { packageTool } from './package-tool.ts';
import { type ReportedRun, runReported } from './reported-suite.ts';
import type { Suite } from './suite.ts';
import { resultFileVariable } from './vitest-reporter.ts';

/** A project of vitest.config.ts. */
interface VitestProject {
  readonly name: string;
  readonly include: readonly string[];
}

/** The projects of vitest.config.ts that have test files; the others wait for their first one. */
export async function vitestProjects(): Promise<VitestProject[]> {
  const { default: config } = await import('../../vitest.config.ts');
  const projects = (config.test?.projects ?? []).flatMap((project): VitestProject[] => {
    if (typeof project !== 'object' || !('test' in project)) return [];
    const { name, include } = project.test ?? {};
    return typeof name === 'string' && include ? [{ name, include }] : [];
  });
  return projects.filter(({ include }) => globSync([...include], { cwd: projectRoot }).length > 0);
}

/** Vitest with these arguments, its result written by our reporter. */
export const vitestRun = (
  args: readonly string[],
  wrap: (command: readonly string[]) => readonly string[] = (command) => command,
): ReportedRun => ({
  command: wrap([...packageTool('vitest'), 'run', ...args, '--reporter=default', `--reporter=${ownReporter}`]),
  env: (file) => ({ [resultFileVariable]: file }),
  read: (result) => result,
});
const ownReporter = path.join(import.meta.dirname, 'vitest-reporter.ts');

/** Projects whose tests remove every folder that they make; the others follow. */
const tidy: ReadonlySet<string> = new Set(['unit']);

/** The tests of one Vitest project; `wrap` puts a session around the command. */
export const vitestSuite = (
  project: string,
  budget: number,
  wrap?: (command: readonly string[]) => readonly string[],
): Suite => ({
  name: project,
  budget,
  run: (say) => runReported({ ...vitestRun(['--project', project], wrap), leavesNothing: tidy.has(project) }, say),
});
