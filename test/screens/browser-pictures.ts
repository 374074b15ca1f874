import { type Browser, chromium, type Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { startStandIn, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import { keepPicture } from './keep-picture.ts';
import { picturedAt } from './fixed-clock.ts';
import { pictureName, type Size, sizes, type Theme, themes } from './picture-sizes.ts';
import { openPicturedConsole, type PicturedConsole, sandboxLauncher, standInLauncher } from './pictured-console.ts';
import type { Screen } from './screens.ts';

/** Called with the path of each picture that was taken, or with what kept one from being taken. */
export interface PictureReport {
  readonly taken: (file: string) => void;
  readonly failed: (name: string, reason: string) => void;
}

async function openPage(browser: Browser, theme: Theme, viewport: Size): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(picturedAt);
  page.setDefaultTimeout(10_000);
  return page;
}

async function openBy(page: Page, link: Screen['link'], server: PicturedConsole['server']): Promise<void> {
  if (link === 'none') return void (await page.goto(server.origin));
  const address = server.newLink();
  if (link === 'too old') server.passTime(60_000);
  if (link === 'used before') {
    const first = await page.context().newPage();
    await first.goto(address);
    await first.getByRole('navigation').getByRole('link').first().waitFor();
    await first.close();
  }
  await page.goto(address);
}

/** Brings a page to the state of a screen and takes its picture. */
async function takePicture(page: Page, screen: Screen, { server, tick }: PicturedConsole, service: StandInService) {
  await openBy(page, screen.link, server);
  if (screen.link === undefined) {
    await page.getByRole('navigation').getByRole('link').first().waitFor();
    // What another subject has left in the Sandbox is not on this one's pictures.
    if (screen.service === undefined && screen.managedFile === undefined) {
      await mustCall(page, 'sandbox', 'backToNormal', {});
      await mustCall(page, 'sandbox', 'reset', { seed: 1, migrations: 250, companies: 40 });
    }
    await page.evaluate((route) => (location.hash = route), screen.path);
  }
  await screen.act?.(page, service, tick);
  await screen.ready(page).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // The port is another one at each run.
  const address = page.locator('.connection-host');
  if ((await address.count()) > 0) await address.evaluate((text) => (text.textContent = '127.0.0.1:4310'));
  // Company names come by an event of their own, just after the rows.
  await page.waitForTimeout(200);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

async function takeAll(
  browser: Browser,
  screen: Screen,
  folder: string,
  sandbox: PicturedConsole,
  report: PictureReport,
  isWanted: (name: string) => boolean,
) {
  for (const theme of themes) {
    for (const size of sizes) {
      const name = pictureName(screen.name, theme, size);
      if (!isWanted(name)) continue;
      const service = await startStandIn();
      screen.service?.(service);
      const { managedFile } = screen;
      const isOwn = screen.service !== undefined || managedFile !== undefined;
      const launcher = screen.service ? standInLauncher(service.url) : sandboxLauncher;
      const own = isOwn ? await openPicturedConsole(launcher, managedFile) : sandbox;
      const page = await openPage(browser, theme, size);
      try {
        const picture = await takePicture(page, screen, own, service);
        report.taken(await keepPicture(folder, name, picture));
      } catch (error) {
        report.failed(name, String(error instanceof Error ? error.message : error).split('\n')[0] ?? '');
      } finally {
        await page.context().close();
        if (own !== sandbox) await own.close();
        await service.close();
      }
    }
  }
}

/** Takes the wanted pictures of every screen in both themes and all sizes, from the browser host in a real Chromium. */
export async function takeBrowserPictures(
  screens: readonly Screen[],
  folder: string,
  report: PictureReport,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  const browser = await chromium.launch(chromiumOptions());
  const sandbox = await openPicturedConsole(sandboxLauncher);
  try {
    for (const screen of screens) await takeAll(browser, screen, folder, sandbox, report, isWanted);
  } finally {
    await browser.close();
    await sandbox.close();
  }
}
