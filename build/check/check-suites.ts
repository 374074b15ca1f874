import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { keepTail } from './output-tail.ts';
import { packageTool } from './package-tool.ts';
import { runCommand } from './run-command.ts';
import type { Stage } from './run-suites.ts';
import { oneFailed, onePassed, type Suite } from './suite.ts';
import { vitestSuite } from './vitest-suite.ts';

/** A step that passes when its program ends with 0; it counts as one test. */
const stepSuite = (name: string, command: readonly string[]): Suite => ({
  name,
  run: async (say) => {
    const tail = keepTail(say);
    return (await runCommand(command, tail.say)) === 0 ? onePassed : oneFailed(tail.lines);
  },
});

/** Format, lint with the boundaries of the rooms, unused exports and types side by side; then the unit tests and the
 * sizes of what a page loads (P14). Two minutes in all. */
export const checkStages = (): readonly Stage[] => [
  [
    [
      stepSuite('docs', [process.execPath, path.join(projectRoot, 'build', 'check', 'docs.ts')]),
      stepSuite('format', [...packageTool('prettier'), '--check', '--log-level=warn', '.']),
    ],
    [
      stepSuite('lint', [...packageTool('oxlint'), '--deny-warnings', '--format=unix']),
      stepSuite('exports', [process.execPath, path.join(projectRoot, 'build', 'check', 'unused-exports.ts')]),
      stepSuite('types', [process.execPath, path.join(projectRoot, 'build', 'check', 'types.ts')]),
    ],
  ],
  [
    [vitestSuite('unit', 2)],
    [stepSuite('sizes', [process.execPath, path.join(projectRoot, 'build', 'check', 'sizes.ts')])],
  ],
];
