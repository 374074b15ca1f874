import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import type { PictureReport } from './browser-pictures.ts';
import { organizationId, replies } from './dashboard-replies.ts';
import type { DashboardScreen } from './dashboard-screens.ts';
import { picturedAt } from './fixed-clock.ts';
import { keepPicture } from './keep-picture.ts';
import { pictureName, themes } from './picture-sizes.ts';

const address = 'https://api.ferry.example/dashboard/';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** People open a dashboard on a phone, too. */
export const dashboardSizes = [
  { width: 375, height: 812 },
  { width: 900, height: 700 },
  { width: 1440, height: 900 },
] as const;

const patterns = (Object.keys(callRoutes) as DashboardCall[]).map((name) => {
  const { method, path: route } = callRoutes[name];
  return { name, method, pattern: new RegExp(`^api${route.replaceAll(/:\w+/g, '[^/]+')}$`) };
});

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const replyTo = (method: string, name: string, isSignedIn: boolean, own: DashboardScreen['replies']): Reply => {
  const found = patterns.find((each) => each.method === method && each.pattern.test(name));
  if (found === undefined) return { status: 404, body: { message: 'There is no such call.' } };
  if (callRoutes[found.name].access !== 'anyone' && !isSignedIn) {
    return { status: 401, body: { message: 'Nobody is signed in.' } };
  }
  return { status: 200, body: { ...replies, ...own }[found.name] ?? {} };
};

/** Opens the built page of the dashboard at the subject of a picture; what a service would answer is made up. */
export const openDashboardScreen = async (
  browser: Browser,
  screen: DashboardScreen,
  look: BrowserContextOptions,
): Promise<Page> => {
  let isLost = false;
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC', ...look });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.clock.setFixedTime(picturedAt);
  await page.route(`${address}**`, async (route) => {
    const request = route.request();
    const name = new URL(request.url()).pathname.slice(new URL(address).pathname.length) || 'index.html';
    if (name.startsWith('api/')) {
      if (isLost && screen.lost === 'service') return route.abort();
      const isSignedIn = screen.page !== 'sign-in' && screen.page !== 'invitation' && !isLost;
      const { status, body } = replyTo(request.method(), name, isSignedIn, screen.replies);
      return route.fulfill({ status, json: body });
    }
    const body = await readFile(path.join(projectRoot, 'dist/dashboard', name));
    return route.fulfill({ body, contentType: types[path.extname(name)] ?? 'application/octet-stream' });
  });
  const hash = {
    'sign-in': '',
    invitation: '#/invitation/token',
  }[screen.page as string];
  await page.goto(`${address}${hash ?? `#/${organizationId}/${screen.lost === undefined ? screen.page : 'keys'}`}`);
  if (screen.lost !== undefined) {
    await page.getByRole('row', { name: /Billing sync/ }).waitFor();
    isLost = true;
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/${organizationId}/${screen.page}`);
  }
  await screen.act?.(page);
  await screen.ready(page).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
};

/** Takes the wanted pictures of the dashboard in both themes and all sizes. */
export async function takeDashboardPictures(
  screens: readonly DashboardScreen[],
  folder: string,
  report: PictureReport,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  const wanted = screens.flatMap((screen) =>
    themes.flatMap((theme) =>
      dashboardSizes.map((size) => ({ screen, theme, size, name: pictureName(screen.name, theme, size) })),
    ),
  );
  const left = wanted.filter(({ name }) => isWanted(name));
  if (left.length === 0) return;
  const browser = await chromium.launch(chromiumOptions());
  try {
    for (const { screen, theme, size, name } of left) {
      try {
        const page = await openDashboardScreen(browser, screen, { colorScheme: theme, viewport: size });
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        report.taken(await keepPicture(folder, name, picture));
        await page.context().close();
      } catch (error) {
        report.failed(name, String(error instanceof Error ? error.message : error).split('\n')[0] ?? '');
      }
    }
  } finally {
    await browser.close();
  }
}
