import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyAs, keepAs } from './settings-file.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'ferry-keep-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(process.platform !== 'win32').each([
  ['copy', copyAs, '.tmp-copy'],
  ['hard link', keepAs, '.tmp-keep'],
] as const)(
  'making a %s of the settings file follows no link at the temporary path',
  { tags: ['@C20', '@T43'] },
  (_what, make, ending) => {
    const [from, to, outside] = ['settings.json', 'settings.backup.json', 'notes.txt'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    writeFileSync(from, '{"version":1}');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, `${to}${ending}`);
    make(from, to);
    expect([readFileSync(outside, 'utf8'), readFileSync(to, 'utf8')]).toEqual(['mine', '{"version":1}']);
    expect(lstatSync(to).isFile()).toBe(true);
  },
);
