import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runElectron } from '#build/launch/electron/run-electron.ts';
import { processesLeft } from './processes.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = (folder: string, script: string, windowLimitMs = 10_000) => {
  const executable = path.join(folder, 'electron');
  writeFileSync(executable, `#!/bin/sh\n${script}\n`);
  chmodSync(executable, 0o755);
  let windows = 0;
  const end = runElectron({ executable, args: ['--user-data', folder], onWindow: () => (windows += 1), windowLimitMs });
  return end.then((ended) => ({ ...ended, windows }));
};
const report = `echo '{"window":"shown","pid":1}'`;

test(
  'a start in Electron gives up on a window that doesn’t open in time, and stops its processes',
  { tags: '@F24' },
  async () => {
    using folder = temporaryFolder();
    const script = `sleep 300 & trap '' TERM; echo $$ > "$3/pid"; while :; do sleep 1; done`;
    const end = await run(folder.path, script, 3_000);
    expect(end).toEqual({ opened: false, reason: "Electron's window didn't open within 3 seconds", windows: 0 });
    expect(existsSync(path.join(folder.path, 'pid'))).toBe(true);
    expect(() => process.kill(Number(readFileSync(path.join(folder.path, 'pid'), 'utf8')), 0)).toThrow('ESRCH');
    expect(await processesLeft(folder.path)).toEqual([]);
  },
);

test('closing the Electron window ends the command with code 0 and stops all its processes', async () => {
  using folder = temporaryFolder();
  expect(await run(folder.path, `sh -c "sleep 300; :" "$3" & ${report}; sleep 0.2`)).toEqual({
    opened: true,
    code: 0,
    windows: 1,
  });
  expect(await processesLeft(folder.path)).toEqual([]);
});

test(
  'a crash after the Electron window opened gives an exit code and starts no browser host',
  { tags: '@F24' },
  async () => {
    using folder = temporaryFolder();
    expect(await run(folder.path, `${report}; sleep 0.2; exit 7`)).toEqual({ opened: true, code: 7, windows: 1 });
  },
);

test(
  "a console that reports its end and then kills itself isn't reported as a crash of Electron",
  { tags: ['@C2', '@F8'] },
  async () => {
    using folder = temporaryFolder();
    const done = `echo '{"window":"closed","pid":1}'; kill -9 $$`;
    expect(await run(folder.path, `${report}; sleep 0.2; ${done}`)).toEqual({ opened: true, code: 0, windows: 1 });
    expect(await run(folder.path, `${report}; sleep 0.2; kill -9 $$`)).toEqual({ opened: true, code: 1, windows: 1 });
  },
);

test('no browser host starts if the console itself refuses to start', { tags: '@F24' }, async () => {
  using folder = temporaryFolder();
  expect(await run(folder.path, 'exit 2')).toEqual({ opened: true, code: 2, windows: 0 });
  expect(await run(folder.path, 'exit 0')).toEqual({ opened: true, code: 0, windows: 0 });
});

test('an Electron executable that doesn’t start gives a reason', { tags: '@F24' }, async () => {
  using folder = temporaryFolder();
  const end = runElectron({ executable: path.join(folder.path, 'none'), args: [], onWindow: () => {} });
  expect(await end).toMatchObject({ opened: false });
});
