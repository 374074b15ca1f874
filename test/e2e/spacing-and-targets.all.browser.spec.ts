import { expect, test } from '#test/fixtures/console/console-test.ts';
import { findingsOf } from '#test/fixtures/page/axe.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** The spacing of WCAG 1.4.12. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }';
const routes = ['migrations', 'companies', 'overview', 'requests', 'link-tokens', 'sandbox', 'alerts', 'settings'];

test(
  'targets have 24 px, and pages lose nothing at 200 % zoom or with wider text spacing',
  { tag: '@C21' },
  async ({ console: { page } }) => {
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const route of routes) {
      await test.step(route, async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await goTo(page, `/${route}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // axe measures a checkbox without its label, which is pressed as well.
        const label = page.locator('label:has(> [aria-label="Select all rows"])');
        const small = await findingsOf(page, 'target-size');
        expect(small.filter((finding) => !finding.includes('Select all rows'))).toEqual([]);
        for (const target of await label.all()) {
          const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
        }
        const cut = await page.evaluate((css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
          const texts = document.querySelectorAll<HTMLElement>('main button, h1, h2, main p, main label, nav a');
          const isCut = (text: HTMLElement): boolean => {
            const { overflow, textOverflow } = getComputedStyle(text);
            if (overflow === 'visible' || textOverflow === 'ellipsis') return false;
            return text.scrollHeight > text.clientHeight + 2 || text.scrollWidth > text.clientWidth + 2;
          };
          const shown = [...texts].filter((text) => text.checkVisibility() && !text.matches('.visually-hidden'));
          return shown.filter(isCut).map(({ textContent }) => textContent);
        }, spacing);
        expect(cut).toEqual([]);
        expect(await wider()).toBeLessThanOrEqual(0);
        await page.evaluate(() => (document.adoptedStyleSheets = []));
        // A window of 1280 by 800 px at 200 %.
        await page.setViewportSize({ width: 640, height: 400 });
        expect(await wider()).toBeLessThanOrEqual(0);
      });
    }
  },
);
