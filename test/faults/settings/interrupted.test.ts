import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#main/console/clock/clock.ts';
import { createSettingsFile } from '#main/console/settings/settings-file.ts';
import { openConfWriter } from '#main/hosts/node/settings-writer.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const program = path.join(import.meta.dirname, 'save-program.ts');
const kills = isSoak ? 200 : 20;
let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'ferry-settings-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = () => createSettingsFile({ userDataDir: folder, clock: systemClock, openWriter: openConfWriter }).load();

/**
 * Saves repeatedly, and kills the program `afterMs` after its first save. Resolves with the last number it reported as
 * saved.
 */
function saveUntilKilled(afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [program, folder, 'loop'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
    output += bytes.toString();
  });
  return new Promise((resolve) => child.once('close', () => resolve(Number(output.trim().split('\n').at(-1)))));
}

test(
  `a console killed ${kills} times while it saves has the old or the new settings file, never a mix of both`,
  { tags: ['@C20', '@F9'], timeout: 600_000 },
  async () => {
    for (let round = 0; round < kills; round += 1) {
      const saved = await saveUntilKilled((round * 7.3) % 60);
      const { document, notice } = load();
      const numbers = new Set(document.profiles.map(({ name }) => Number(name.replace('Number ', ''))));
      expect(document.profiles).toHaveLength(20);
      expect(numbers.size).toBe(1);
      expect([saved, saved + 1]).toContain([...numbers][0]);
      expect(notice).toBeNull();
      expect(readdirSync(folder).filter((entry) => entry.includes('.tmp-'))).toEqual([]);
    }
  },
);

test(
  'if a disk accepts only part of the settings file, the old file stays, and the error is reported',
  { tags: ['@C20', '@F9'] },
  () => {
    const save = (blocks: string, size: string) =>
      spawnSync(
        'bash',
        ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, program, folder, 'once', size],
        {
          encoding: 'utf8',
        },
      );
    expect(save('unlimited', '5').stdout).toBe('saved\n');
    const before = readFileSync(path.join(folder, 'settings.json'));
    // The limit is 4 KiB; the new file needs about 20 KiB.
    const cut = save('4', '100');
    expect(cut.stdout).toMatch(/^failed: /);
    expect(readFileSync(path.join(folder, 'settings.json')).equals(before)).toBe(true);
    expect(load()).toMatchObject({ notice: null });
    expect(load().document.profiles).toHaveLength(5);
    expect(save('unlimited', '100').stdout).toBe('saved\n');
    expect(load().document.profiles).toHaveLength(100);
  },
);

test('a first save on a full disk leaves no partial file', { tags: ['@C20', '@F9'] }, () => {
  const cut = spawnSync(
    'bash',
    ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, program, folder, 'once', '100'],
    { encoding: 'utf8' },
  );
  expect(cut.stdout).toMatch(/^failed: /);
  expect(existsSync(path.join(folder, 'settings.json'))).toBe(false);
  expect(load()).toMatchObject({ notice: null, document: { profiles: [] } });
});
