import { chromium } from '@playwright/test';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import { openPicturedConsole, type PicturedConsole } from './pictured-console.ts';
import type { Surroundings } from './pictures.ts';

/** Runs `work` with a browser, a display and a console, which starts on first use. */
export const withSurroundings = <Result>(work: (surroundings: Surroundings) => Promise<Result>): Promise<Result> =>
  withDisplay(async () => {
    const browser = await chromium.launch(chromiumOptions());
    let opened: Promise<PicturedConsole> | undefined;
    try {
      return await work({ browser, console: () => (opened ??= openPicturedConsole()) });
    } finally {
      await browser.close();
      await (await opened)?.close();
    }
  });
