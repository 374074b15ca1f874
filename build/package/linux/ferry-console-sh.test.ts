import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-launcher-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const launcher = path.join(folder, 'ferry-console.sh');
cpSync(path.join(import.meta.dirname, 'ferry-console.sh'), launcher);

/** Starts the launcher through a link, as an installed console does, with a test program instead of the console. */
function start(program: string, env: Record<string, string> = {}, ...args: string[]) {
  writeFileSync(path.join(folder, 'ferry-console'), `#!/bin/sh\n${program}\n`);
  chmodSync(path.join(folder, 'ferry-console'), 0o755);
  const link = path.join(folder, 'link');
  rmSync(link, { force: true });
  symlinkSync(launcher, link);
  const { status, stdout, stderr } = spawnSync('sh', [link, ...args], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: folder, DISPLAY: ':9', ...env },
  });
  return { code: status, out: stdout, stderr };
}

test.runIf(process.platform === 'linux')(
  'the launcher passes on arguments, output and exit code, and adds no output',
  { tags: '@C19' },
  () => {
    expect(start('echo "$1|$2"; exit 7', {}, 'a b', 'ferry://migrations/1')).toEqual({
      code: 7,
      out: 'a b|ferry://migrations/1\n',
      stderr: '',
    });
  },
);

test.runIf(process.platform === 'linux')(
  'the launcher prints a message about a missing library and a missing display',
  { tags: ['@C19', '@F24'] },
  () => {
    const missing = start('exit 127');
    expect(missing).toMatchObject({
      code: 127,
      stderr: expect.stringContaining('needs libraries that this system lacks'),
    });
    const noDisplay = start('exit 134', { DISPLAY: '' });
    expect(noDisplay).toMatchObject({ code: 134, stderr: expect.stringContaining('found no display') });
  },
);

test.runIf(process.platform === 'linux')(
  'the launcher names a missing or truncated file after a failed start',
  { tags: ['@C19', '@F24'] },
  () => {
    const list = path.join(folder, 'FILES.txt');
    writeFileSync(path.join(folder, 'icudtl.dat'), '12345');
    writeFileSync(list, '5 icudtl.dat\n');
    expect(start('exit 1').stderr).toBe('');
    writeFileSync(path.join(folder, 'icudtl.dat'), '1234');
    expect(start('exit 1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('icudtl.dat is missing or truncated'),
    });
    expect(start('exit 0')).toMatchObject({ code: 0, stderr: '' });
    rmSync(list);
  },
);

test.runIf(process.platform === 'linux')(
  'ferry-verify passes its arguments to the console behind -- and returns the exit code',
  { tags: ['@C19', '@W11'] },
  () => {
    const verify = path.join(folder, 'ferry-verify');
    cpSync(path.join(import.meta.dirname, 'ferry-verify.sh'), verify);
    const run = (program: string, ...args: string[]) => {
      writeFileSync(path.join(folder, 'ferry-console'), `#!/bin/sh\n${program}\n`);
      chmodSync(path.join(folder, 'ferry-console'), 0o755);
      const { status, stdout, stderr } = spawnSync('sh', [verify, ...args], {
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', HOME: folder },
      });
      return { code: status, out: stdout, stderr };
    };
    expect(run('printf "%s|" "$@"; exit 1', '--base-url', 'http://127.0.0.1:1/a b')).toEqual({
      code: 1,
      out: '--|ferry-verify|--base-url|http://127.0.0.1:1/a b|',
      stderr: '',
    });
    const why = process.getuid?.() === 0 ? "doesn't run as root" : 'found no display';
    expect(run('exit 133')).toMatchObject({
      code: 133,
      stderr: expect.stringContaining(`ferry-verify of Ferry Console ${why}`),
    });
  },
);
