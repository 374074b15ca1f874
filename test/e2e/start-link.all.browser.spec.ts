import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, expect, test } from '@playwright/test';
import { succeed } from '#shared/app-error.ts';
import { startConsoleServer } from '#main/hosts/browser/console-server.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { makeFakeDesktop } from '#test/fixtures/system/fake-desktop.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';

test(
  'the start file opens the console, and a second browser with the same link ends both sessions',
  { tag: '@T21' },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ferry-start-'));
    const desktop = makeFakeDesktop(folder);
    const args = ['out/browser-host/main.mjs', '--user-data', path.join(folder, 'data'), '--keychain', 'memory'];
    const env = { ...process.env, ...desktop.env };
    const host = await startUntilReady<{ url: string }>(process.execPath, args, { cwd: projectRoot, env });
    const browser = await chromium.launch(chromiumOptions());
    try {
      await expect.poll(() => desktop.openCalls().length).toBe(1);
      const { target } = desktop.openCalls()[0] ?? { target: '' };
      const link = /http:[^"]+/.exec(readFileSync(target, 'utf8'))?.[0] ?? '';
      const page = await browser.newPage();
      const referrers: (string | undefined)[] = [];
      page.on('request', (request) => referrers.push(request.headers()['referer']));
      await page.goto(pathToFileURL(target).href, { waitUntil: 'commit' });
      await page.getByRole('link', { name: 'Migrations' }).waitFor();
      await expect(page).not.toHaveURL(/start=/);
      expect(referrers.filter((referrer) => referrer?.includes('start=') || referrer?.startsWith('file:'))).toEqual([]);

      const other = await (await browser.newContext()).newPage();
      await other.goto(link);
      await expect(other.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'This session has ended' })).toBeVisible();
      for (const each of [page, other]) {
        await expect(each.getByText("Press Enter in the console's terminal")).toBeVisible();
        expect(await findings(each)).toEqual([]);
      }
      // Reloading the page doesn't restore the session.
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Open the link shown in the terminal' })).toBeVisible();
    } finally {
      await browser.close();
      await host.stop();
      await removeFolder(folder);
    }
  },
);

test('a link older than 60 seconds shows a page that says so', { tag: '@T21' }, async () => {
  let now = 0;
  const server = await startConsoleServer(
    { dispatch: async () => succeed({}), listen: () => () => undefined },
    {
      pages: path.join(projectRoot, 'out/renderer'),
      port: 0,
      clock: { monotonic: () => now },
      downloads: { find: () => null, start: () => null },
      onStreams: () => undefined,
      onSecondUse: () => undefined,
    },
  );
  const link = server.newLink();
  now = 60_000;
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await expect(page).not.toHaveURL(/start=/);
    expect(await findings(page)).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
});
