import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ownMembers } from './sdk-package.ts';

test('every member name that the build shortens exists in the SDK', () => {
  const folder = fileURLToPath(new URL('../../src-sdk/', import.meta.url));
  const files = globSync(`${folder}*.ts`, { exclude: (name) => name.endsWith('.test.ts') });
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(ownMembers.filter((name) => !new RegExp(`\\b${name}\\b[(:?!]`).test(code))).toEqual([]);
});
