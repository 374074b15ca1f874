import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from './settings-document.ts';
import { copyAs, keepAs, readSettings } from './settings-file.ts';

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

test('a settings file of an older console opens without its obsolete preference', { tags: '@C20' }, () => {
  const preferences = { ...defaultSettings().preferences, theme: 'dark', updateCheck: true };
  const result = readSettings(JSON.stringify({ ...defaultSettings(), preferences }));
  expect(result).toMatchObject({ kind: 'good', document: { preferences: { theme: 'dark' } } });
  expect(result).not.toHaveProperty('document.preferences.updateCheck');
});

test(
  'an unknown field of a newer console is dropped, and a missing preference gets its default',
  { tags: '@C20' },
  () => {
    const { theme: _theme, ...preferences } = defaultSettings().preferences;
    const text = JSON.stringify({ ...defaultSettings(), preferences: { ...preferences, later: 1 }, more: true });
    expect(readSettings(text)).toEqual({ kind: 'good', document: defaultSettings() });
  },
);

test('the settings file has the list that older consoles require', { tags: '@C20' }, () => {
  const verified = [{ profileId: 'a', origin: 'https://api.example.com' }];
  const result = readSettings(JSON.stringify({ ...defaultSettings(), verified }));
  expect(result).toMatchObject({ kind: 'good', document: { verified: [] } });
  expect(defaultSettings().verified).toEqual([]);
});

test('a settings file of version 1 opens', { tags: '@C20' }, () => {
  expect(readSettings(JSON.stringify({ ...defaultSettings(), version: 1 })).kind).toBe('good');
});

test('an overlong status of a watched migration is truncated', { tags: '@F9' }, () => {
  const watch = {
    profileId: 'a',
    migrationId: '00000000-0000-4000-8000-000000000000',
    addedAt: '2026-11-21T10:00:00.000Z',
    status: 'S'.repeat(300),
    changedAt: null,
  };
  const result = readSettings(JSON.stringify({ ...defaultSettings(), watches: [watch] }));
  expect(result).toMatchObject({ kind: 'good', document: { watches: [{ status: 'S'.repeat(200) }] } });
});
