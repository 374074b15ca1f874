import path from 'node:path';
import { projectRoot } from '#build/launch/project-root.ts';
import { packageTool } from './package-tool.ts';
import type { Stage } from './run-suites.ts';
import { stepSuite } from './step-suite.ts';
import { vitestSuite } from './vitest-suite.ts';

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
