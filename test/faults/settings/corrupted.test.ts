import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#main/console/clock/clock.ts';
import { defaultSettings, type SettingsDocument } from '#main/console/settings/settings-document.ts';
import { createSettingsFile } from '#main/console/settings/settings-file.ts';
import { openConfWriter } from '#main/hosts/node/settings-writer.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { damageNumber } from './damage.ts';

const count = isSoak ? 500 : 20;
let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'ferry-settings-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => createSettingsFile({ userDataDir: folder, clock: systemClock, openWriter: openConfWriter });
const document = (name: string): SettingsDocument => ({
  ...defaultSettings(),
  profiles: [
    {
      id: 'f3c1a6c4-3f0e-4df1-9d3c-7f9f1d1f0a11',
      name,
      environment: 'production',
      baseURL: 'https://api.example.com',
      colour: '#1F6E63',
      caFile: null,
      companiesPageSizeParameter: 'page_size',
      readOnly: false,
      ticketTemplate: null,
    },
  ],
});

test(
  `the console reads the backup of a settings file damaged in ${count} ways (seed ${sampleSeed}) and says so`,
  { tags: ['@C20', '@F9'] },
  async () => {
    await open().save(document('Brightwater'));
    const file = open().path;
    const good = readFileSync(file);
    for (let number = 0; number < count; number += 1) {
      const { name, bytes } = damageNumber(number, sampleSeed, good);
      writeFileSync(file, bytes);
      const { document: inUse, notice } = open().load();
      const keptAs = notice?.kind === 'damaged' ? notice.keptAs : null;
      const found = {
        name,
        inUse,
        hasBackup: keptAs !== null && readFileSync(keptAs).equals(bytes),
        restored: readFileSync(file).equals(good),
        nextNotice: open().load().notice,
      };
      expect(found).toEqual({
        name,
        inUse: document('Brightwater'),
        hasBackup: true,
        restored: true,
        nextNotice: null,
      });
    }
    expect(readdirSync(folder).filter((entry) => entry.includes('.damaged-'))).toHaveLength(count);
  },
);

test(
  'the console starts with a folder in place of the settings file, and without a settings file',
  { tags: ['@C20', '@F9'] },
  async () => {
    await open().save(document('Brightwater'));
    const { path: file } = open();
    rmSync(file);
    expect(open().load()).toMatchObject({
      document: document('Brightwater'),
      notice: { kind: 'damaged', keptAs: null },
    });
    rmSync(file);
    mkdirSync(file);
    expect(open().load()).toMatchObject({ document: document('Brightwater'), notice: { kind: 'damaged' } });
  },
);

test(
  'if the backup of the settings is damaged too, the console starts with defaults and keeps both files',
  { tags: ['@C20', '@F9'] },
  async () => {
    await open().save(document('Brightwater'));
    const { path: file } = open();
    writeFileSync(file, '{"version":1');
    writeFileSync(path.join(folder, 'settings.backup.json'), 'also');
    const loaded = open().load();
    expect(loaded).toMatchObject({ document: defaultSettings(), notice: { kind: 'damaged', backupAt: null } });
    expect(readdirSync(folder).filter((entry) => entry.includes('.damaged-'))).toHaveLength(2);
    await open().save(document('Next'));
    expect(open().load()).toEqual({ document: document('Next'), notice: null });
  },
);

const tooLong = (name: string): SettingsDocument => ({
  ...document(name),
  profiles: document('x'.repeat(61)).profiles,
});
const tooMany = (name: string): SettingsDocument => ({
  ...document(name),
  appKeys: Array.from({ length: 201 }, () => crypto.randomUUID()),
});
test.each([
  ['a field', tooLong],
  ['a list', tooMany],
])(
  '%s that the next start couldn’t read is not saved, and the saved settings stay',
  { tags: ['@C20', '@F9'] },
  async (_, bad) => {
    await open().save(document('Brightwater'));
    await expect(open().save(bad('Brightwater'))).rejects.toThrow(
      /^The new settings are invalid at (profiles|appKeys)/,
    );
    expect(open().load()).toEqual({ document: document('Brightwater'), notice: null });
  },
);

test('a settings file of a newer console is set aside, not overwritten', { tags: '@C20' }, async () => {
  await open().save(document('Brightwater'));
  const { path: file } = open();
  const newer = JSON.stringify({ ...document('Brightwater'), version: 7 });
  writeFileSync(file, newer);
  const settings = open();
  const { notice } = settings.load();
  expect(notice).toMatchObject({ kind: 'newer', version: 7 });
  await settings.save(document('Mine'));
  expect(readFileSync(notice?.kind === 'newer' ? notice.keptAs : '', 'utf8')).toBe(newer);
  expect(open().load()).toEqual({ document: document('Mine'), notice: null });
});

test('a first start reports no problem', { tags: '@C20' }, () => {
  expect(open().load()).toEqual({ document: defaultSettings(), notice: null });
});
