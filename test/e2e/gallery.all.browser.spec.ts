import { chromium, expect, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { openGallery } from '#test/fixtures/page/open-gallery.ts';

test(
  'the design system’s parts: axe finds nothing, and forced colors show which one is selected',
  { tag: '@C21' },
  async () => {
    const browser = await chromium.launch(chromiumOptions());
    try {
      expect(await findingsHere(await openGallery(browser, 'light'))).toEqual([]);
      const forced = await openGallery(browser, 'forced');
      const border = (name: string) =>
        forced.locator('.segment', { hasText: name }).evaluate((segment) => {
          const { borderTopColor, borderTopWidth } = getComputedStyle(segment);
          return `${borderTopWidth} ${borderTopColor}`;
        });
      expect(await border('All')).not.toBe(await border('Failed'));
    } finally {
      await browser.close();
    }
  },
);
