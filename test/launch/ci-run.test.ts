import { chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { RunningCommand } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Runs .ci/run from another folder with an npm that prints its arguments and exits with this code. */
async function runWithNpm(exitCode: number) {
  using folder = temporaryFolder();
  const npm = path.join(folder.path, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "$PWD: npm $*"\ncat\nexit ${exitCode}\n`);
  chmodSync(npm, 0o755);
  const env = { PATH: `${folder.path}:${process.env['PATH']}`, CI: 'true' };
  using run = new RunningCommand(path.join(projectRoot, '.ci', 'run'), [], { cwd: tmpdir(), env });
  return { code: (await run.ending()).code, lines: run.stdout.trim().split('\n') };
}

test('.ci/run calls npm test in the checkout', async () => {
  expect(await runWithNpm(0)).toEqual({ code: 0, lines: [`${projectRoot}: npm test --silent`] });
});

test('.ci/run ends with the exit code of npm test', async () => {
  expect(await runWithNpm(7)).toEqual({ code: 7, lines: [`${projectRoot}: npm test --silent`] });
});
