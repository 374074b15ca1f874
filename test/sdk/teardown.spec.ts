import type { FerryError } from '#sdk/public-types.ts';
import type * as PublicSurface from '#sdk/public-types.ts';
import { plainPage } from './host-site.ts';
import { expect, type Host, test } from './sdk-test.ts';
import { heading } from './modal-steps.ts';

const traces = (host: Host) =>
  host.page.evaluate(() => ({
    frames: document.querySelectorAll('iframe, dialog').length,
    sheets: document.adoptedStyleSheets.length,
    html: document.documentElement.getAttribute('style'),
    body: document.body.getAttribute('style'),
    scroll: window.scrollY,
    focus: document.activeElement?.id,
  }));

const longPage = (service: { url: string }) =>
  plainPage(service, '<div class="tall"></div><button id="open">Move my data</button><div class="tall"></div>').replace(
    '</head>',
    '<style>.tall { height: 3000px } html { scroll-behavior: smooth } body { height: 100vh; margin: 0; overflow: auto }</style></head>',
  );

const ways: readonly [name: string, end: (host: Host) => Promise<unknown>][] = [
  ['close()', (host) => host.page.evaluate('Ferry.close()')],
  [
    'the modal’s Close button',
    (host) => host.modal.getByRole('button', { name: 'Close', exact: true }).first().click(),
  ],
  ['an aborted signal', (host) => host.page.evaluate('stop.abort()')],
];

for (const [name, end] of ways) {
  test(
    `focus, scroll and styles are restored, and nothing is left, after ${name}`,
    { tag: ['@S4', '@S8'] },
    async ({ host, service, site }) => {
      site.serve(longPage(service));
      await host.page.reload();
      await host.page.evaluate(() => {
        document.documentElement.setAttribute('style', 'color: navy !important; --x: 1');
        document.querySelector<HTMLElement>('#open')!.focus();
        window.scrollTo({ top: 2_800, behavior: 'instant' });
        Object.assign(window, { stop: new AbortController() });
      });
      const before = await traces(host);
      expect(before).toMatchObject({ frames: 0, sheets: 0, focus: 'open' });
      expect(before.scroll).toBeGreaterThan(2_000);
      expect(await host.start()).toBeNull();
      await expect(host.modal.getByRole('heading')).toBeVisible();
      expect(await host.page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
      await end(host);
      await expect(host.page.locator('iframe')).toHaveCount(0);
      expect(await traces(host)).toEqual(before);
      expect(await host.closes()).toBe(1);
      expect(await host.page.evaluate('Ferry.isOpen()')).toBe(false);
    },
  );
}

test(
  'a page whose body is as high as the window keeps its scroll position while scrolling is locked',
  { tag: '@S8' },
  async ({ host, service, site }) => {
    site.serve(longPage(service));
    await host.page.reload();
    await host.page.evaluate(() => {
      document.documentElement.scrollTo({ top: 2_800, behavior: 'instant' });
    });
    await host.start();
    await expect(heading(host)).toBeVisible();
    expect(await host.page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('hidden');
    await host.page.evaluate('Ferry.close()');
    await expect.poll(() => host.page.evaluate('window.scrollY')).toBe(2_800);
  },
);

test('navigation removes the modal from the page in the back/forward cache', { tag: '@S4' }, async ({ host, site }) => {
  site.serveAt('/elsewhere', '<h1>Elsewhere</h1>');
  await host.start();
  await host.page.goto(`${site.url}/elsewhere`);
  await host.page.goBack();
  await expect(host.page.locator('iframe')).toHaveCount(0);
});

test(
  'close() and an abort during the opening reject with aborted and leave nothing behind',
  { tag: '@S20' },
  async ({ host, service }) => {
    await service.call('POST', '/control/faults', {
      rules: [{ match: { method: 'POST', path: '/api/v1/migration-modal' }, effect: { latency_ms: 400 }, times: 2 }],
    });
    const opening = host.start();
    await host.page.waitForResponse('**/access-token');
    await host.page.evaluate('Ferry.close()');
    expect(await opening).toMatchObject({ code: 'aborted' });
    await host.page.evaluate(() => {
      const stop = new AbortController();
      stop.abort();
      Object.assign(window, { stop });
    });
    expect(await host.start()).toMatchObject({ code: 'aborted' });
    await host.page.evaluate(() => Object.assign(window, { stop: undefined }));
    expect(await traces(host)).toMatchObject({ frames: 0, sheets: 0 });
    expect(await host.start()).toBeNull();
  },
);

test(
  'if the linkToken function closes the modal, the call rejects with aborted, and the next modal opens',
  { tag: '@S20' },
  async ({ host }) => {
    const aborted = await host.page.evaluate(async () => {
      const { Ferry } = window as unknown as { Ferry: typeof PublicSurface };
      const linkToken = async () => {
        Ferry.close();
        return 'token';
      };
      return Ferry.startModal({ userId: 'ada@aurora.example', linkToken }).catch((error: FerryError) => error.code);
    });
    expect(aborted).toBe('aborted');
    expect(await traces(host)).toMatchObject({ frames: 0, sheets: 0 });
    expect(await host.start()).toBeNull();
  },
);

test('Tab never reaches the page behind the modal', { tag: '@S8' }, async ({ host }) => {
  await host.start();
  await expect(host.modal.getByRole('heading')).toBeVisible();
  for (let press = 0; press < 30; press++) {
    await host.page.keyboard.press('Tab');
    expect(await host.page.evaluate('document.activeElement?.id')).not.toBe('open');
  }
});
