import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareUserData } from './user-data-folder.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-user-data-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('C20 a folder below missing ones is made, and used again', () => {
  const folder = path.join(root, 'below', 'missing');
  expect(prepareUserData(folder)).toBeNull();
  expect(prepareUserData(folder)).toBeNull();
});

test.runIf(process.platform === 'linux')(
  '[fault] (F9) C20 a file system that takes no folders is one sentence, at once',
  () => {
    expect(prepareUserData('/proc/ferry')).toMatch(
      /^The user-data folder \/proc\/ferry cannot be written .*--user-data\.$/,
    );
  },
);
