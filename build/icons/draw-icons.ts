import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { type IconPicture, toIcns, toIco } from './icon-containers.ts';

const localPath = (name: string): string => path.join(import.meta.dirname, name);
const logoFile = path.join(import.meta.dirname, '../../src-ui/brand/ferry.svg');
const sides = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** The small drawing fits a grid of 16 px. At larger sizes, the mark itself is sharper. */
const drawingFor = (side: number): string => readFileSync(side === 16 ? localPath('ferry-16.svg') : logoFile, 'utf8');

// Draws the icons of all systems from the mark (`npm run icons`). The files are committed.
const browser = await chromium.launch(chromiumOptions());
try {
  const page = await browser.newPage();
  const pictures: IconPicture[] = [];
  for (const side of sides) {
    await page.setViewportSize({ width: side, height: side });
    const svg = drawingFor(side).replace('<svg ', `<svg width="${side}" height="${side}" style="display:block" `);
    await page.setContent(`<body style="margin:0">${svg}`);
    pictures.push({ side, png: await page.screenshot({ omitBackground: true }) });
  }
  for (const { side, png } of pictures) if (side <= 512) writeFileSync(localPath(`ferry-${side}.png`), png);
  writeFileSync(localPath('ferry.ico'), toIco(pictures.filter(({ side }) => side <= 256)));
  writeFileSync(localPath('ferry.icns'), toIcns(pictures));
} finally {
  await browser.close();
}
