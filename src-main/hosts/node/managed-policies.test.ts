import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseRegistry, readProfilePolicies, readRegistryPolicies } from './managed-policies.ts';

const output = [
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Ferry\Console`,
  '    ReadOnly    REG_DWORD    0x1',
  String.raw`    CaFile    REG_SZ    C:\Program Files\ca    2.pem`,
  '    AutoRefreshSeconds    REG_DWORD    0x3c',
  '    Profiles    REG_SZ    [{"id":"a"}]',
  '    TimeZone    REG_SZ    ',
  '',
].join('\r\n');

test('every value of the registry key is read', () => {
  expect(parseRegistry(output)).toEqual({
    ReadOnly: 1,
    CaFile: String.raw`C:\Program Files\ca    2.pem`,
    AutoRefreshSeconds: 60,
    Profiles: '[{"id":"a"}]',
    TimeZone: '',
  });
});

test('a missing key means no policies, and a failing program or an unreadable value is an error', () => {
  const exits = (status: number) => () => {
    throw Object.assign(new Error('reg'), { status });
  };
  expect(readRegistryPolicies(exits(1))).toBeNull();
  expect(readRegistryPolicies(exits(5))).toMatchObject({ fault: expect.stringContaining('reg.exe') });
  expect(readRegistryPolicies(() => '\r\nHKEY_LOCAL_MACHINE\\X\r\n')).toBeNull();
  expect(readRegistryPolicies(() => `${output}\r\nsecond line of a value`)).toMatchObject({
    fault: expect.stringContaining("can't be read"),
  });
  expect(readRegistryPolicies(() => '    CaFile    REG_SZ    C:\\M\uFFFDller.pem')).toHaveProperty('fault');
});

let top: string;
beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), 'ferry-policies-'));
  mkdirSync(path.join(top, 'Managed Preferences'), { mode: 0o755 });
  chmodSync(top, 0o755);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')(
  'a macOS profile is read only if no one but administrators can write it',
  () => {
    const file = path.join(top, 'Managed Preferences/example.ferry.console.plist');
    const place = { file, owner: process.getuid?.() ?? 0, groups: [], top };
    const convert = (bytes: Buffer) => bytes.toString('utf8');
    expect(readProfilePolicies(place, convert)).toBeNull();
    writeFileSync(file, '{"ReadOnly":true}', { mode: 0o644 });
    expect(readProfilePolicies(place, convert)).toEqual({ path: file, values: { ReadOnly: true } });
    expect(readProfilePolicies(place, () => 'no JSON')).toHaveProperty('fault');
    chmodSync(file, 0o666);
    expect(readProfilePolicies(place, convert)).toHaveProperty('fault');
  },
);
