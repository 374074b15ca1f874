import { chromium, expect, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { openGallery } from '#test/fixtures/page/open-gallery.ts';

test(
  'axe finds nothing in the parts of the design system, and forced colors show which part is selected',
  { tag: '@C21' },
  async () => {
    const browser = await chromium.launch(chromiumOptions());
    try {
      expect(await findingsHere(await openGallery(browser, 'light'))).toEqual([]);
      const forced = await openGallery(browser, 'forced');
      const borderStyle = (name: string) =>
        forced.locator('.segment', { hasText: name }).evaluate((segment) => {
          const { borderTopColor, borderTopWidth } = getComputedStyle(segment);
          return `${borderTopWidth} ${borderTopColor}`;
        });
      expect(await borderStyle('All')).not.toBe(await borderStyle('Failed'));
    } finally {
      await browser.close();
    }
  },
);
