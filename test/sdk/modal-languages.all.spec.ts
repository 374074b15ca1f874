import { expect, test } from './sdk-test.ts';
import { heading } from './modal-steps.ts';

const titles = {
  en: 'Where is your data now?',
  de: 'Wo liegen Ihre Daten jetzt?',
  fr: 'Où sont vos données aujourd’hui ?',
  es: '¿Dónde están ahora sus datos?',
  ja: '今のデータはどこにありますか',
  ar: 'أين توجد بياناتك الآن؟',
} as const;

for (const [locale, title] of Object.entries(titles))
  test(
    `the modal uses the locale ${locale}, even after a reload, and loads no other language`,
    { tag: ['@X27', '@S23'] },
    async ({ host }) => {
      const loaded: string[] = [];
      host.page.on('response', (reply) => loaded.push(new URL(reply.url()).pathname));
      expect(await host.start({ locale })).toBeNull();
      await expect(heading(host)).toHaveText(title);
      const root = host.modal.locator('html');
      await expect(root).toHaveAttribute('lang', locale);
      await expect(root).toHaveCSS('direction', locale === 'ar' ? 'rtl' : 'ltr');
      expect(loaded.filter((path) => path.startsWith('/modal-assets/page-'))).toHaveLength(1);
      const html = await (await host.frame()).content();
      for (const [other, text] of Object.entries(titles)) if (other !== locale) expect(html).not.toContain(text);
      await host.page.reload();
      await host.init({ locale });
      await expect(heading(host)).toHaveText(title);
    },
  );

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });
  test(
    'the modal uses the browser’s language, or English if the page sets an unsupported language',
    { tag: '@X27' },
    async ({ host }) => {
      await host.start();
      await expect(heading(host)).toHaveText(titles.de);
      await host.page.evaluate('Ferry.close()');
      await host.start({ locale: 'pt-BR' });
      await expect(heading(host)).toHaveText(titles.en);
    },
  );
});

test(
  'the modal in Arabic mirrors the positions of the English modal, and neither overflows sideways',
  { tag: '@X27' },
  async ({ host }) => {
    await host.page.setViewportSize({ width: 375, height: 812 });
    const places = async (locale: string) => {
      await host.start({ locale });
      const row = host.modal.getByRole('button', { name: /Ledgerline/ });
      const close = await host.modal.locator('#close').boundingBox();
      const tile = await row.locator('.tile').boundingBox();
      const overflow = await (await host.frame()).evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await host.page.evaluate('Ferry.close()');
      if (!close || !tile) throw new Error('Not on the page.');
      return { close: close.x + close.width / 2, tile: tile.x + tile.width / 2, overflow };
    };
    const english = await places('en');
    const arabic = await places('ar');
    expect(arabic.close).toBeCloseTo(375 - english.close, 0);
    expect(arabic.tile).toBeCloseTo(375 - english.tile, 0);
    expect([english.overflow, arabic.overflow]).toEqual([0, 0]);
  },
);

test('the service sends Inter once, and the browser caches it', { tag: '@X27' }, async ({ host, service }) => {
  const requests: string[] = [];
  host.page.on('request', (request) => request.url().endsWith('.woff2') && requests.push(request.url()));
  await host.start();
  await expect(heading(host)).toBeVisible();
  const frame = await host.frame();
  expect(await frame.evaluate(() => document.fonts.ready.then(() => document.fonts.check('600 15px Inter')))).toBe(
    true,
  );
  expect(new Set(requests).size).toBe(1);
  expect(new URL(requests[0] ?? '').origin).toBe(service.url);
  const reply = await fetch(requests[0] ?? '');
  expect(reply.headers.get('cache-control')).toContain('immutable');
  expect((await reply.arrayBuffer()).byteLength).toBeLessThan(60_000);
});
