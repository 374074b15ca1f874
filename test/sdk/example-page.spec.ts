import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { FerryService } from './ferry-service.ts';
import { expect, test } from './sdk-test.ts';

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

/** Stops the runner, which passes the signal on to the backend that it started. */
const end = async (runner: ChildProcess): Promise<void> => {
  if (runner.exitCode !== null) return;
  runner.kill('SIGTERM');
  await once(runner, 'exit');
};

/** Walks through the modal until the copy is complete. */
const migrate = async (page: Page, service: FerryService): Promise<void> => {
  await page.getByRole('button', { name: 'Move my data' }).click();
  const modal = page.frameLocator('iframe');
  await modal.getByRole('button', { name: /Crewbase/ }).click();
  await modal.getByLabel('Password', { exact: true }).fill('secret');
  await modal.getByRole('button', { name: 'Log in' }).click();
  await modal.getByRole('button', { name: 'Start' }).click();
  await expect(modal.getByRole('heading', { level: 1 })).toHaveText('Copying your data');
  await page.reload();
  await expect(page.locator('iframe')).toBeAttached();
  await expect(page.locator('iframe')).toBeHidden();
  await service.call('POST', '/control/clock', { advance_seconds: 9 });
};

for (const [language, command] of [
  ['node', 'node'],
  ['python', 'python3'],
  ['csharp', 'dotnet'],
] as const) {
  test(
    `docs/examples: the page and its backend in ${language} run unchanged with one command`,
    { tag: '@S1' },
    async ({ page, service }) => {
      test.skip(!has(command), `${command} is not on this device`);
      const runner = spawn(process.execPath, [path.join(projectRoot, 'docs/examples/run.mjs'), language], {
        env: { ...process.env, FERRY_API_KEY: service.apiKey(), FERRY_URL: service.url, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const [line] = (await once(runner.stdout, 'data')) as [Buffer];
        await page.goto(line.toString().trim());
        await migrate(page, service);
        await expect(page.getByRole('status')).toHaveText('Your data has arrived.');
        await expect(page.locator('iframe')).toHaveCount(0);
      } finally {
        await end(runner);
      }
    },
  );
}

test('docs/examples: without a key, the command says where to create a key', { tag: '@S1' }, () => {
  const { FERRY_API_KEY: _key, ...env } = process.env;
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(projectRoot, 'docs/examples/run.mjs'), ...args], { env, encoding: 'utf8' });
  const without = run();
  expect([without.status, without.stderr]).toEqual([2, expect.stringContaining('Sandbox page of Ferry Console')]);
  const unknown = run('cobol');
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('choose one of node')]);
});

test('docs/sdk.md: the page of the quick start works unchanged', { tag: '@S1' }, async ({ page, service }) => {
  const text = readFileSync(path.join(projectRoot, 'docs/sdk.md'), 'utf8');
  const written = /## Quick start[\s\S]*?```html\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  expect(written).toContain('https://api.ferry.example/sdk/ferry-sdk.js');
  const html = `<!doctype html><title>Quick start</title>${written.replaceAll('https://api.ferry.example', service.url)}`;
  const site = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/ferry/link-token') {
      const reply = await fetch(`${service.url}/api/v1/link-token`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.apiKey()}`, 'content-type': 'application/json' },
        body: '{}',
      });
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  const notified: string[] = [];
  page.on('console', (message) => notified.push(message.text()));
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.getByRole('button', { name: 'Move my data' }).click();
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Where is your data now?');
    await expect.poll(() => notified.join()).toContain('ferry_modal');
    await page.evaluate(() => (document.querySelector('#log-out') as HTMLElement).click());
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(problems).toEqual([]);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
