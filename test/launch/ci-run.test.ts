import { chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { RunningCommand } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('.ci/run: calls npm test in the checkout from any folder, and ends as it ends', async () => {
  using folder = temporaryFolder();
  const npm = path.join(folder.path, 'npm');
  writeFileSync(npm, '#!/bin/sh\necho "$PWD: npm $*"\ncat\nexit 7\n');
  chmodSync(npm, 0o755);
  const env = { PATH: `${folder.path}:${process.env['PATH']}`, CI: 'true' };
  using run = new RunningCommand(path.join(projectRoot, '.ci', 'run'), [], { cwd: tmpdir(), env });
  expect((await run.ending()).code).toBe(7);
  expect(run.stdout).toBe(`${projectRoot}: npm test --silent\n`);
});
