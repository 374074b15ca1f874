import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { quitElectron, startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { startFakeService } from '#test/fixtures/service/fake-service.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';

test('a console that never used the Sandbox quits with exit code 0', { tag: ['@C23', '@F28'] }, async () => {
  const userData = await mkdtemp(path.join(tmpdir(), 'ferry-quit-'));
  const service = await startFakeService();
  const first = await startElectronHost(userData);
  await useProfile(await first.firstWindow(), service.url);
  await first.close();
  // This profile is active at the second start, so no Sandbox starts.
  const second = await startElectronHost(userData);
  const page = await second.firstWindow();
  // The key was stored for the session only. When the page asks for it, no work is pending.
  await page.getByRole('main').getByText(/key/i).first().waitFor();
  expect(await quitElectron(second)).toEqual([0, null]);
  await service.close();
  await removeFolder(userData);
});

test(
  'quitting during a page load stops the console’s processes with exit code 0 and releases the folder',
  { tag: ['@C23', '@F28'] },
  async () => {
    const userData = await mkdtemp(path.join(tmpdir(), 'ferry-quit-'));
    const electron = await startElectronHost(userData);
    await electron.firstWindow();
    expect(await quitElectron(electron)).toEqual([0, null]);
    expect(await readdir(userData)).not.toContain('ferry-console.lock');
    await removeFolder(userData);
  },
);
