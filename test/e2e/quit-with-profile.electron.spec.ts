import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { quitElectron, startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { startStandIn } from '#test/fixtures/service/stand-in-service.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';

test('quit: a console that never used the Sandbox exits on a signal', { tag: ['@C23', '@F28'] }, async () => {
  const userData = await mkdtemp(path.join(tmpdir(), 'ferry-quit-'));
  const service = await startStandIn();
  const first = await startElectronHost(userData);
  await useProfile(await first.firstWindow(), service.url);
  await first.close();
  // The profile is active at the next start, so the test waits for no Sandbox.
  const second = await startElectronHost(userData);
  const page = await second.firstWindow();
  // The key lasted for one session; after this message, no work is pending.
  await page.getByRole('main').getByText(/key/i).first().waitFor();
  expect(await quitElectron(second)).toEqual([0, null]);
  await service.close();
  await removeFolder(userData);
});

test(
  'quit: a console that receives a signal while its page loads closes what it started, with code 0',
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
