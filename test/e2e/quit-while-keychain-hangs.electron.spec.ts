import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { KeyState } from '#shared/console-contract/api-key-calls.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { promptMs } from '#test/fixtures/timing/prompt-end.ts';
import { startKeyring } from '#test/faults/keychain/keyring.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';

test(
  'the window works and the program exits even if the keychain never answers',
  { tag: ['@C2', '@C23', '@F8'] },
  async () => {
    const ring = await startKeyring();
    await ring.start('password');
    const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
    process.env['DBUS_SESSION_BUS_ADDRESS'] = ring.env['DBUS_SESSION_BUS_ADDRESS'];
    const userData = mkdtempSync(path.join(tmpdir(), 'ferry-e2e-'));
    try {
      process.env['FERRY_REPORT_WINDOW'] = '1';
      const electron = await startElectronHost(userData);
      let output = '';
      electron.process().stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()));
      const page = await electron.firstWindow();
      const draft = { name: 'Brightwater', environment: 'test', baseURL: 'https://api.example.com' };
      const { id } = await mustCall<ProfileView>(page, 'profiles', 'add', draft);
      const state = () => mustCall<KeyState>(page, 'apiKey', 'state', { profileId: id });
      expect(await state()).toMatchObject({ keychain: { state: 'ok' } });
      ring.freeze();
      expect(await state()).toMatchObject({ keychain: { state: 'slow' } });
      await mustCall(page, 'settings', 'change', { theme: 'dark' });
      const limitMs = await promptMs(10_000);
      const startedAt = performance.now();
      await electron.close();
      expect(performance.now() - startedAt).toBeLessThan(limitMs);
      await expect.poll(() => output).toContain('{"window":"closed"');
      expect(readdirSync(userData)).not.toContain('ferry-console.lock');
    } finally {
      delete process.env['FERRY_REPORT_WINDOW'];
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
      await ring.close();
      await removeFolder(userData);
    }
  },
);
