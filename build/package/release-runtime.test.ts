import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkHash, releaseRuntime } from './release-runtime.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const name = 'electron-v45.4.1-linux-x64.zip';
const zip = path.join(folder, name);
writeFileSync(zip, 'not Electron');
const sha256 = createHash('sha256').update('not Electron').digest('hex');

test('only a runtime with the published hash is packed', { tags: ['@C19', '@T39'] }, async () => {
  await expect(checkHash(zip, name, { [name]: sha256 })).resolves.toBeUndefined();
  await expect(checkHash(zip, name, { [name]: sha256.replace(/./g, '0') })).rejects.toThrow(
    /its SHA-256 is .* Fetch it again/,
  );
  await expect(checkHash(zip, 'other.zip', { [name]: sha256 })).rejects.toThrow(/publishes no hash/);
  const target = { platform: 'linux', arch: 'x64' } as const;
  await expect(releaseRuntime('45.4.1', target, folder)).rejects.toThrow(/is not the published/);
  await expect(releaseRuntime('45.4.2', target, folder)).rejects.toThrow(/is not there/);
});
