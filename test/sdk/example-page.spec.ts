import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '#test/fixtures/project-root.ts';
import { expect, test } from './sdk-test.ts';

test('S1 docs/examples: the page and its backend work as written', async ({ page, service }) => {
  const backend = spawn(process.execPath, [path.join(projectRoot, 'docs/examples/backend.mjs')], {
    env: { ...process.env, FERRY_API_KEY: service.apiKey(), FERRY_URL: service.url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve) => {
      backend.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    });
    await page.goto(address);
    await page.getByRole('button', { name: 'Move my data' }).click();
    const modal = page.frameLocator('iframe');
    await modal.getByRole('button', { name: /Crewbase/ }).click();
    await modal.getByLabel('Password', { exact: true }).fill('secret');
    await modal.getByRole('button', { name: 'Log in' }).click();
    await expect(modal.getByRole('heading', { level: 1 })).toHaveText('Copying your data');
    await page.reload();
    await expect(page.locator('iframe')).toBeAttached();
    await expect(page.locator('iframe')).toBeHidden();
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(page.getByRole('status')).toHaveText('Your data has arrived.');
    await expect(page.locator('iframe')).toHaveCount(0);
  } finally {
    backend.kill();
  }
});
