import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Try {
  /** Free 4 KiB pages. The file needs six. */
  readonly pages: number;
  readonly outcome: string;
  readonly isUnchanged: boolean;
  readonly profiles: number;
  readonly notice: unknown;
  readonly later: string;
}

const program = path.join(import.meta.dirname, 'full-disk-program.ts');
/**
 * Mounts the disk in its own mount namespace, invisible to other processes. Needs no root if user namespaces are
 * allowed.
 */
const onSmallDisk = (folder: string, ...command: string[]) => {
  const mount = 'mount -t tmpfs -o size=128k tmpfs "$0" && exec "$@"';
  return spawnSync('unshare', ['-rm', 'sh', '-c', mount, folder, ...command], { encoding: 'utf8' });
};
const canMount = process.platform === 'linux' && onSmallDisk(tmpdir(), 'true').status === 0;

test.runIf(canMount)(
  'as free disk space shrinks, settings are either saved completely or the old file stays',
  { tags: ['@C20', '@F9'] },
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ferry-full-disk-'));
    const { stdout, stderr } = onSmallDisk(folder, process.execPath, program, folder);
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    const tries = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Try]));
    expect(tries.map(({ pages }) => pages)).toEqual([0, 1, 2, 3, 4, 5, 6, 12]);
    for (const { pages, outcome, isUnchanged, profiles, notice, later } of tries) {
      const fits = pages >= 6;
      expect({ pages, saved: outcome === 'saved', isUnchanged }).toEqual({ pages, saved: fits, isUnchanged: !fits });
      expect({ profiles, notice, later }).toEqual({ profiles: fits ? 100 : 5, notice: null, later: 'saved' });
    }
  },
);
