import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { RequestsPage } from '#test/page-models/requests-page.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';

test.use({ shared: true });

test(
  'the desktop console copies to the system clipboard and says which timings it can’t measure',
  { tag: ['@C30', '@C31'] },
  async ({ console: { page, electron } }) => {
    const requests = new RequestsPage(page);
    await requests.open();
    await requests.rowOf('/migrations?page=1').first().click();
    await requests.drawer.getByRole('button', { name: 'Copy as cURL' }).click();
    await expect(page.getByText('Copied as cURL')).toBeVisible();
    const clipboardText = await electron?.evaluate(({ clipboard }) => clipboard.readText());
    expect(clipboardText).toContain("curl --globoff --request 'GET'");
    await requests.tab('Timing').click();
    await expect(requests.drawer.getByText('unavailable')).toHaveCount(1);
  },
);

test('the desktop console names its host in About', { tag: '@C23' }, async ({ console: { page } }) => {
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.show('About');
  await expect(page.getByText(/Desktop\./)).toBeVisible();
  await expect(page.getByText('Links starting with ferry:// open an installed console only')).toBeVisible();
});

test(
  'a second console on a desktop console’s folder says that the desktop window uses it, and exits',
  { tag: ['@C23', '@F10'] },
  async ({ console: { userData } }) => {
    const program = path.join(projectRoot, 'out/browser-host/main.mjs');
    const second = spawnSync(process.execPath, [program, '--no-open', '--user-data', userData], { encoding: 'utf8' });
    expect(second.status).toBe(2);
    expect(second.stdout).toBe('');
    expect(second.stderr).toContain('Ferry Console in its own window');
  },
);
