import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-system-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')(
  'every user can read the packaged files after installation, regardless of the umask',
  { tags: '@C19' },
  () => {
    const module = path.join(import.meta.dirname, 'system-files.ts');
    const program = `process.umask(0o077);
    const { layOutSystemFiles } = await import(${JSON.stringify(module)});
    layOutSystemFiles(${JSON.stringify(folder)}, { kind: 'release', version: '1.2.3' }, 1_795_000_000);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const args = [folder, '-mindepth', '1', '-not', '-type', 'l', '-not', '-perm', '644', '-not', '-perm', '755'];
    expect(spawnSync('find', args, { encoding: 'utf8' }).stdout).toBe('');
  },
);
