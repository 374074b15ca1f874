import path from 'node:path';
import { packageTool } from './package-tool.ts';
import { type ReportedRun, runReported } from './reported-suite.ts';
import type { Suite } from './suite.ts';
import { resultFileVariable } from './vitest-reporter.ts';

/** Describes a Vitest run with these arguments, whose result `ResultReporter` writes. */
export const vitestRun = (
  args: readonly string[],
  wrap: (command: readonly string[]) => readonly string[] = (command) => command,
): ReportedRun => ({
  command: wrap([...packageTool('vitest'), 'run', ...args, '--reporter=default', `--reporter=${ownReporter}`]),
  env: (file) => ({ [resultFileVariable]: file }),
  read: (result) => result,
});
const ownReporter = path.join(import.meta.dirname, 'vitest-reporter.ts');

/** Projects whose tests must remove every folder that they create. */
const isolatedSuites: ReadonlySet<string> = new Set(['unit']);

/** Returns the suite of one Vitest project. `wrap` runs the command inside a session. */
export const vitestSuite = (
  project: string,
  maxMinutes: number,
  wrap?: (command: readonly string[]) => readonly string[],
): Suite => ({
  name: project,
  maxMinutes,
  run: (say) =>
    runReported({ ...vitestRun(['--project', project], wrap), leavesNothing: isolatedSuites.has(project) }, say),
});
