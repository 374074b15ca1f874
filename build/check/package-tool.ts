import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** Returns the command that runs an installed package's program with this Node. */
export function packageTool(packageName: string, program = packageName): string[] {
  const folder = path.join(projectRoot, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : bin[program];
  if (!file) throw new Error(`The package ${packageName} has no program ${program}.`);
  return [process.execPath, path.join(folder, file)];
}
