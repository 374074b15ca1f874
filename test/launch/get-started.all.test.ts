import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { freePort } from '#service/testing/free-port.ts';
import { makePackages } from '#test/fixtures/packages/install-packages.ts';
import { runNpmScript } from '#test/fixtures/packages/registry.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { builtService } from '#test/fixtures/system/built-programs.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { RunningCommand } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMs = 5 * 60_000;
const maxLines = 15;
const section = /## With React and Vite\n([\s\S]*?)\n## /.exec(
  readFileSync(path.join(projectRoot, 'docs/get-started.md'), 'utf8'),
)?.[1];
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section ?? '')?.[1] ?? '';

/** Each line after a marker is a mistake of an integrator. The build fails if one of them is no type error. */
const misuse = `
import { FerryModal, useFerry } from '@ferry/react';
import { init, startModal } from '@ferry/sdk';
import { Ferry } from '@ferry/server';
const linkToken = async () => 'token';
const baseURL = 'https://api.ferry.example';
const client = new Ferry({ apiKey: 'key', baseURL });
export const misuse = async () => {
  // @ts-expect-error -- no link token
  useFerry({ baseURL, userId: 'ada@aurora.example' });
  // @ts-expect-error -- the link token's response instead of the token
  useFerry({ baseURL, linkToken: () => fetch('/link-token') });
  // @ts-expect-error -- no such option
  useFerry({ baseURL, linkToken, user: 'ada@aurora.example' });
  // @ts-expect-error -- providers are names
  useFerry({ baseURL, linkToken, sourceProviders: [7] });
  const ferry = useFerry({ baseURL, linkToken });
  // @ts-expect-error -- no such function
  ferry.open();
  // @ts-expect-error -- no such code
  if (ferry.error?.code === 'expired') return;
  // @ts-expect-error -- there may be no migration
  console.log(ferry.migration.status);
  // @ts-expect-error -- only completed has counts
  useFerry({ baseURL, linkToken, onEvent: ({ event }) => event.type === 'migration_modal.closed' && event.data.counts });
  // @ts-expect-error -- no link token
  console.log(<FerryModal baseURL={baseURL} />);
  // @ts-expect-error -- the modal has no children
  console.log(<FerryModal linkToken={linkToken}>Move my data</FerryModal>);
  // @ts-expect-error -- no options
  void startModal();
  // @ts-expect-error -- a selector, not an element
  void init({ target: document.body });
  // @ts-expect-error -- no key
  console.log(new Ferry({ baseURL }));
  // @ts-expect-error -- no such property
  void client.linkTokens.create({ userId: 'ada@aurora.example' });
  // @ts-expect-error -- no user
  void client.hostedLinks.create({ locale: 'de' });
  // @ts-expect-error -- no such status
  void client.migrations.list({ status: ['DONE'] });
  // @ts-expect-error -- no ID
  void client.reports.get();
  // @ts-expect-error -- neither headers nor secret
  void client.webhooks.verify('{}');
};
`;

beforeAll(async () => {
  await ensureBuild();
  makePackages();
});

test(
  'docs/get-started.md: from npm create vite to COMPLETE in five minutes, with 15 lines of code',
  { tags: ['@S24', '@S26'], timeout: 4 * maxMs },
  async ({ skip }) => {
    const [install, backend, app, proxy] = ['sh', 'js', 'tsx', 'ts'].map(blockOf) as [string, string, string, string];
    const ownLines = `${backend}${app}${proxy}`.split('\n').filter((line) => line.trim() !== '');
    expect(ownLines.length).toBeGreaterThan(10);
    expect(ownLines.length).toBeLessThanOrEqual(maxLines);

    const work = temporaryFolder();
    onTestFinished(() => work[Symbol.dispose]());
    const script = install.replaceAll('../ferry/dist/', `${path.join(projectRoot, 'dist')}/`);
    const folder = path.join(work.path, 'aurora-react');
    // Fills npm's cache, because the limit applies to a warm one.
    const reason = await runNpmScript(work.path, script);
    if (reason !== undefined) return skip(reason);
    rmSync(folder, { recursive: true });

    const ports = { backend: await freePort(), page: await freePort() };
    const flags = ['--data', path.join(work.path, 'data'), '--port', '0', '--migrations', '0', '--session-key'];
    const service = await startUntilReady<{ url: string; apiKey: string }>(process.execPath, [builtService, ...flags]);
    onTestFinished(async () => void (await service.stop()));
    const { url, apiKey } = service.ready;
    const write = (name: string, text: string) =>
      writeFileSync(
        path.join(folder, name),
        text.replace('http://127.0.0.1:8600', url).replace('4700', String(ports.backend)),
      );

    const start = performance.now();
    expect(await runNpmScript(work.path, script)).toBeUndefined();
    const config = readFileSync(path.join(folder, 'vite.config.ts'), 'utf8');
    write('backend.mjs', backend);
    write('src/App.tsx', app);
    write(
      'vite.config.ts',
      config.replace('defineConfig({\n', (line) => line + proxy),
    );
    const env = { FERRY_API_KEY: apiKey };
    using backendServer = new RunningCommand(process.execPath, ['backend.mjs'], { cwd: folder, env });
    const address = ['--host', '127.0.0.1', '--port', String(ports.page), '--strictPort'];
    using server = new RunningCommand('npm', ['run', 'dev', '--', ...address], { cwd: folder });
    await server.output(/Local:/);
    const browser = await chromium.launch(chromiumOptions());
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.setDefaultTimeout(60_000);
    await page.goto(`http://127.0.0.1:${ports.page}`);
    await page.getByRole('button', { name: 'Move my data' }).click();
    const modal = page.frameLocator('iframe');
    await modal.getByRole('button', { name: /Ledgerline/ }).click();
    await modal.getByLabel('Email').fill('good@example.com');
    await modal.getByLabel('Password', { exact: true }).fill('secret');
    await modal.getByRole('button', { name: 'Log in' }).click();
    await modal.getByRole('button', { name: 'Start' }).click();
    const newest = async () => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const reply = await fetch(`${url}/api/v1/migrations?page_size=1`, { headers });
      return ((await reply.json()) as { results: object[] }).results[0];
    };
    await expect.poll(newest).toMatchObject({ status: 'COMPLETE', created_by_user_id: 'ada@aurora.example' });
    expect(performance.now() - start).toBeLessThan(maxMs);
    expect([...problems, backendServer.stderr]).toEqual(['']);

    write('src/misuse.tsx', misuse);
    const build = new RunningCommand('npm', ['run', 'build'], { cwd: folder });
    expect(await build.ending(), build.stdout).toMatchObject({ code: 0 });
  },
);
