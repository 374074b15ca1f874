import path from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { picturedAt } from './fixed-clock.ts';
import { keepPicture } from './keep-picture.ts';

const origin = 'http://gallery.invalid';
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** How the gallery is seen, as Chromium is told. */
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** What is laid over the parts, each opened by its button. */
const overlays: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  gallery: async (page) => page.getByRole('button', { name: 'Tell' }).press('Enter'),
  'gallery-menu': async (page) => {
    await page.getByRole('button', { name: 'Actions' }).press('Enter');
    await page.getByRole('menu').waitFor();
  },
  'gallery-dialog': async (page) => {
    await page.getByRole('button', { name: 'Ask' }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
  },
};

/** The page with all parts of src-ui, built as the console's pages are, its files by their paths. */
async function buildGallery(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    root: path.join(projectRoot, 'src-ui', 'gallery'),
    logLevel: 'silent',
    plugins: [react()],
    css: { transformer: 'lightningcss', lightningcss: { targets: { chrome: 108 << 16 } } },
    build: { write: false, target: 'chrome108', cssTarget: 'chrome108', assetsInlineLimit: 0 },
  });
  const [result] = [built].flat();
  if (!result || !('output' in result)) throw new Error('The gallery could not be built.');
  return new Map(result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
}

/** Opens the gallery from memory: no server is needed for a page that asks for nothing but itself. */
export async function openGallery(browser: Browser, look: keyof typeof looks): Promise<Page> {
  const files = await (gallery ??= buildGallery());
  const context = await browser.newContext({
    ...looks[look],
    viewport: { width: 1280, height: 1440 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(picturedAt);
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = files.get(pathname);
    const contentType = types[path.extname(pathname)] ?? 'application/octet-stream';
    await (file === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType, body: typeof file === 'string' ? file : Buffer.from(file) }));
  });
  await page.goto(`${origin}/index.html`);
  await page.getByRole('heading', { name: 'Parts' }).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}
let gallery: ReturnType<typeof buildGallery> | undefined;

/** Takes the pictures of the gallery in light, dark and forced colours. */
export async function takeGalleryPictures(folder: string): Promise<string[]> {
  const browser = await chromium.launch(chromiumOptions());
  const taken: string[] = [];
  try {
    for (const look of ['light', 'dark', 'forced'] as const) {
      for (const [name, open] of Object.entries(overlays)) {
        const page = await openGallery(browser, look);
        await open(page);
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        taken.push(await keepPicture(folder, `${name}-${look}.png`, picture));
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
  }
  return taken;
}
