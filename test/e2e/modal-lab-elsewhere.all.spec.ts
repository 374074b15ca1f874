import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type FrameLocator, type Page } from '@playwright/test';
import { startBrowserHost } from '#test/fixtures/console/browser-host.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { startElectronHost } from '#test/fixtures/console/electron-host.ts';
import type { HostChoice, StartedConsole } from '#test/fixtures/console/open-console.ts';
import { type ServiceElsewhere, startServiceElsewhere } from '#test/fixtures/service/service-elsewhere.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';

const name = 'api.ferry.test';
let otherServer: ServiceElsewhere;
let userData = '';
test.beforeEach(async () => {
  userData = await mkdtemp(path.join(tmpdir(), 'ferry-e2e-'));
  otherServer = await startServiceElsewhere(name);
});
test.afterEach(async () => {
  await otherServer.close();
  await removeFolder(userData);
});

/**
 * The main process uses the profile's CA. The browser can't, so the test turns off the browser's certificate checks.
 */
async function openConsole(host: HostChoice['host']): Promise<StartedConsole> {
  const flags = [`--proxy-server=${otherServer.proxyURL}`, '--ignore-certificate-errors'];
  if (host === 'electron') {
    const electron = await startElectronHost(userData, ...flags);
    const page = await electron.firstWindow();
    const pid = electron.process().pid ?? 0;
    return { page, userData, pid, electron, pageErrors: [], close: () => electron.close() };
  }
  process.env['HTTPS_PROXY'] = otherServer.proxyURL;
  const started = await startBrowserHost(userData, '--keychain', 'memory').finally(
    () => delete process.env['HTTPS_PROXY'],
  );
  const options = chromiumOptions();
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...flags] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(started.ready.url);
  const close = async () => {
    await browser.close();
    await started.stop();
  };
  return { page, userData, pid: started.ready.pid, electron: null, pageErrors: [], close };
}

async function useElsewhere(page: Page): Promise<void> {
  const { baseURL, caFile, service } = otherServer;
  const draft = { name: 'Elsewhere', environment: 'test', baseURL, caFile };
  const { id } = await mustCall<{ id: string }>(page, 'profiles', 'add', draft);
  await mustCall(page, 'apiKey', 'set', { profileId: id, key: service.apiKey(), storage: 'session' });
  await mustCall(page, 'profiles', 'switch', { id });
}

test(
  'modal lab: a service on another device opens in a tab of a browser, and inside the lab in Electron',
  { tag: '@C16' },
  async ({ host }) => {
    const open = await openConsole(host);
    const { page, electron } = open;
    const lab = new ModalLabPage(open);
    try {
      await page.getByRole('link', { name: 'Modal lab' }).waitFor();
      await useElsewhere(page);
      let tab: Page | null = null;
      if (electron) await lab.show();
      else {
        await page.getByRole('link', { name: 'Modal lab' }).click();
        await expect(lab.problem).toContainText('This lab is open in a separate tab');
        await expect(page.locator('iframe')).toHaveCount(0);
        await expect(lab.button('Reload lab page')).toHaveCount(0);
        const openTab = lab.problem.getByRole('button', { name: 'Open the tab' });
        [tab] = await Promise.all([page.context().waitForEvent('page'), openTab.click()]);
        await expect(lab.isListening).toBeVisible();
        expect(await tab.evaluate(() => window.opener)).toBeNull();
      }
      const modal: FrameLocator = tab ? tab.frameLocator('iframe[title="Move your data"]') : lab.modal;
      await lab.button('New token and open').click();
      await expect(modal.getByText('Where is your data now?')).toBeVisible();
      await expect(lab.event('migration_modal.opened')).toBeVisible();
      await modal.getByRole('button', { name: /Ledgerline/ }).click();
      await expect(lab.event('migration_modal.provider_selected')).toBeVisible();

      // Only the origin that opened the modal may frame it, so in the browser this lab runs in a tab: in a frame, the
      // console would be a second ancestor.
      const address = await (tab ?? (lab.guest as Page)).locator('iframe').getAttribute('src');
      const { pathname } = new URL(address ?? '');
      const origin = new URL(tab ? tab.url() : await lab.address()).origin;
      const reply = await fetch(`${otherServer.service.url}${pathname}`);
      expect(reply.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin}`);

      await lab.button('Close').click();
      await expect(lab.event('modal closed')).toBeVisible();
      if (tab) {
        // The console reopens the tab after the user closes it, and the flow continues.
        await tab.close();
        const secondButton = lab.problem.getByRole('button', { name: 'Open the tab' });
        [tab] = await Promise.all([page.context().waitForEvent('page'), secondButton.click()]);
        await expect(lab.event('page reloaded')).toBeVisible();
        await lab.button('Resume').click();
        await expect(lab.event('modal found')).toBeVisible();
        await lab.button('Start over').click();
        await expect(tab.getByText('This lab was closed')).toBeVisible();
      }
      expect(otherServer.proxyRequests).toContain(`CONNECT ${name}:443`);
    } finally {
      await open.close();
    }
  },
);
