import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { dashboardScreens } from '#test/fixtures/dashboard/dashboard-screens.ts';
import { dashboardSizes, openDashboardScreen } from '#test/fixtures/dashboard/open-dashboard-screen.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { openGallery } from '#test/fixtures/page/open-gallery.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import { picturedAt } from './fixed-clock.ts';
import { openPicturedConsole, type PicturedConsole } from './pictured-console.ts';
import { type Screen, screens } from './screens.ts';

interface Surroundings {
  readonly browser: Browser;
  /** Returns the console, which the first call starts. */
  readonly console: () => Promise<PicturedConsole>;
}

export interface Picture {
  /** The name that `npm run screens` takes. */
  readonly screen: string;
  /** The path below the pictures folder. */
  readonly file: string;
  /** Brings a page to the pictured state. The caller must call `close`. */
  readonly open: (surroundings: Surroundings) => Promise<{ readonly page: Page; readonly close: () => Promise<void> }>;
}

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
] as const;

const inContext = (page: Page) => ({ page, close: () => page.context().close() });

/** Opens a screen of the console in a browser, on a freshly seeded Sandbox. */
async function openScreen(
  { browser, console: consoleOf }: Surroundings,
  { path: route, act, ready }: Screen,
  colorScheme: Theme,
  viewport: (typeof sizes)[number],
): Promise<Page> {
  const { server } = await consoleOf();
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(picturedAt);
  page.setDefaultTimeout(10_000);
  await page.goto(server.newLink());
  await page.getByRole('navigation').getByRole('link').first().waitFor();
  await mustCall(page, 'sandbox', 'backToNormal', {});
  await mustCall(page, 'sandbox', 'reset', { seed: 1, migrations: 250, companies: 40 });
  await page.evaluate((to) => (location.hash = to), route);
  await act?.(page);
  await ready(page).waitFor();
  // The port differs in each run.
  const address = page.locator('.connection-host');
  if ((await address.count()) > 0) await address.evaluate((text) => (text.textContent = '127.0.0.1:4310'));
  return page;
}

/** Opens the console's window in Electron. */
async function openWindow(theme: Theme) {
  const userData = await mkdtemp(path.join(tmpdir(), 'ferry-screens-'));
  const electron = await startElectronHost(userData);
  const page = await electron.firstWindow();
  // Without this, Playwright emulates a light system, whatever Electron's own theme is.
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme="${theme}"]`).waitFor();
  await page.getByRole('table', { name: 'Migrations' }).locator('tbody').getByRole('row').first().waitFor();
  // The pointer of a virtual display starts in the middle, over a row.
  await page.mouse.move(0, 0);
  const close = async () => {
    await electron.close();
    await rm(userData, { recursive: true, force: true });
  };
  return { page, close };
}

type Size = (typeof sizes | typeof dashboardSizes)[number];

/** The pictures of some screens in both themes and in each size. */
const inEachLook = <One extends { readonly name: string }, Viewport extends Size>(
  some: readonly One[],
  viewports: readonly Viewport[],
  open: (surroundings: Surroundings, screen: One, theme: Theme, size: Viewport) => Promise<Page>,
): Picture[] =>
  some.flatMap((screen) =>
    themes.flatMap((theme) =>
      viewports.map((size) => ({
        screen: screen.name,
        file: `${screen.name}-${theme}-${size.width}x${size.height}.png`,
        open: async (surroundings) => inContext(await open(surroundings, screen, theme, size)),
      })),
    ),
  );

/** Every picture: screens of the console and the dashboard, the design system's parts, and the Electron window. */
export const pictures: readonly Picture[] = [
  ...inEachLook(screens, sizes, openScreen),
  ...inEachLook(dashboardScreens, dashboardSizes, ({ browser }, screen, colorScheme, viewport) =>
    openDashboardScreen(browser, screen, { colorScheme, viewport }),
  ),
  ...(['light', 'dark', 'forced'] as const).map((look) => ({
    screen: 'gallery',
    file: `gallery-${look}.png`,
    open: async ({ browser }: Surroundings) => inContext(await openGallery(browser, look)),
  })),
  ...themes.map((theme) => ({
    screen: 'electron',
    file: `electron-${theme}.png`,
    open: async () => openWindow(theme),
  })),
];

/** Takes pictures into a folder below the project's. Resolves with one sentence for each failed picture. */
export async function takePictures(
  wanted: readonly Picture[],
  folder: string,
  surroundings: Surroundings,
): Promise<string[]> {
  const failed: string[] = [];
  await mkdir(path.join(projectRoot, folder), { recursive: true });
  for (const { file, open } of wanted) {
    try {
      const { page, close } = await open(surroundings);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      // Company names arrive in an event just after the rows.
      await page.waitForTimeout(200);
      await writeFile(
        path.join(projectRoot, folder, file),
        await page.screenshot({ animations: 'disabled', caret: 'hide' }),
      );
      await close();
    } catch (error) {
      failed.push(`${file}: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`);
    }
  }
  return failed;
}

/** Runs `work` with a browser, a display and a console, which starts on first use. */
export const withSurroundings = <Result>(work: (surroundings: Surroundings) => Promise<Result>): Promise<Result> =>
  withDisplay(async () => {
    const browser = await chromium.launch(chromiumOptions({ isWhole: true }));
    let opened: Promise<PicturedConsole> | undefined;
    try {
      return await work({ browser, console: () => (opened ??= openPicturedConsole()) });
    } finally {
      await browser.close();
      await (await opened)?.close();
    }
  });
