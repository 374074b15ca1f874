import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { ensureModalPage } from '#build/launch/ensure-build.ts';
import { packageTool } from './package-tool.ts';
import { endCommandsOnSignal, runCommand } from '#build/launch/base/run-command.ts';

const configs = globSync(['tsconfig.json', '{src-*,build,test}/**/tsconfig.json'], { cwd: projectRoot }).toSorted();
const pendingConfigs = [...configs];
let hasFailed = false;

const checkOneByOne = async (): Promise<void> => {
  for (let config = pendingConfigs.shift(); config !== undefined; config = pendingConfigs.shift()) {
    const lines: string[] = [];
    const code = await runCommand([...packageTool('typescript', 'tsc'), '-p', config, '--checkers', '1'], (line) =>
      lines.push(line),
    );
    console.log([`types by ${config}: ${code === 0 ? 'right' : 'wrong'}`, ...lines].join('\n'));
    hasFailed ||= code !== 0;
  }
};

endCommandsOnSignal();
await ensureModalPage();
// Checks every tsconfig.json of the repository, because each top-level folder allows different globals.
await Promise.all(Array.from({ length: availableParallelism() }, checkOneByOne));
if (configs.length === 0) console.log(`No tsconfig.json is in ${path.resolve(projectRoot)}.`);
process.exitCode = hasFailed || configs.length === 0 ? 1 : 0;
