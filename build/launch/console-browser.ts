import path from 'node:path';
import { ensureBuild } from './ensure-build.ts';
import { exitWithResult } from './base/launch-fault.ts';
import { projectRoot } from './base/project-root.ts';

await exitWithResult(async () => {
  await ensureBuild();
  // The host itself reads this process's arguments, prints its line and handles signals.
  await import(path.join(projectRoot, 'out', 'browser-host', 'main.mjs'));
  return Number(process.exitCode ?? 0);
});
