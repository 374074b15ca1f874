import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from './sdk-test.ts';

const genuineMessage = {
  source: 'ferry_modal',
  event: { type: 'migration_modal.completed', data: { status: 'COMPLETE' } },
};

test('the SDK ignores ten kinds of forged messages', { tag: ['@S2', '@T15'] }, async ({ host, service, site }) => {
  const stranger = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<script>addEventListener('message', ({ data }) => parent.postMessage(data, '*'))</script>`);
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const thrown: Error[] = [];
  host.page.on('pageerror', (error) => thrown.push(error));
  await host.start();
  await expect.poll(() => host.eventTypes()).toEqual(['opened']);
  const modalFrame = await host.frame();

  await host.page.evaluate(
    async ([message, other, serviceUrl]) => {
      const add = (set: (frame: HTMLIFrameElement) => void) =>
        new Promise<Window>((resolve) => {
          const frame = document.createElement('iframe');
          set(frame);
          frame.addEventListener('load', () => resolve(frame.contentWindow!));
          document.body.append(frame);
        });
      const echo = `<script>addEventListener('message', ({ data }) => parent.postMessage(data, '*'))</script>`;
      // 1 this page, 2 a cross-origin frame, 3 a same-origin frame, 4 a null-origin frame
      window.postMessage(message, '*');
      (await add((frame) => (frame.src = other!))).postMessage(message, '*');
      (await add((frame) => (frame.srcdoc = echo))).postMessage(message, '*');
      (await add((frame) => ((frame.srcdoc = echo), frame.setAttribute('sandbox', 'allow-scripts')))).postMessage(
        message,
        '*',
      );
      // Simulated: 5 a look-alike origin, 6 the right origin from another window, 7 the right window with a wrong
      // origin
      const modal = document.querySelector<HTMLIFrameElement>('dialog iframe')!.contentWindow;
      const forge = (init: MessageEventInit) =>
        window.dispatchEvent(new MessageEvent('message', { data: message, ...init }));
      forge({ origin: `${serviceUrl}.evil.example`, source: modal });
      forge({ origin: serviceUrl!, source: null });
      forge({ origin: other!, source: modal });
      forge({ origin: serviceUrl!, source: window });
    },
    [genuineMessage, strangerUrl, service.url] as const,
  );
  // 8 the right window and origin in the wrong format: nested, wrong source, no type, a non-string type, no object
  await modalFrame.evaluate(
    ([message, parentOrigin]) => {
      const shapes: unknown[] = [
        { data: message },
        { event: message },
        { ...(message as object), source: 'ferry-modal' },
        { source: 'ferry_modal' },
        { source: 'ferry_modal', event: { type: { split: 1 } } },
        { source: 'ferry_modal', event: { type: ['migration_modal.completed'], data: {} } },
        { source: 'ferry_modal', event: ['migration_modal.completed'] },
        JSON.stringify(message),
        null,
        7,
      ];
      for (const shape of shapes) window.parent.postMessage(shape, parentOrigin as string);
    },
    [genuineMessage, site.url] as const,
  );
  await host.page.waitForFunction(() => document.querySelectorAll('iframe').length === 4);
  expect(await host.eventTypes()).toEqual(['opened']);

  // 9 late: sent by the genuine frame, delivered after close(); 10 replay: simulated, after the end
  await host.page.evaluate(() => (window as unknown as { Ferry: { close(): void } }).Ferry.close());
  await host.page.evaluate(
    ([message, origin]) => {
      window.dispatchEvent(new MessageEvent('message', { data: message, origin: origin as string, source: null }));
    },
    [genuineMessage, service.url] as const,
  );
  expect(await host.eventTypes()).toEqual(['opened']);
  expect(thrown).toEqual([]);
  stranger.closeAllConnections();
  stranger.close();
});

test('unknown event types reach onEvent unchanged, in order', { tag: '@S2' }, async ({ host, site }) => {
  await host.start();
  const frame = await host.frame();
  await expect.poll(() => host.eventTypes()).toEqual(['opened']);
  const unknown = { source: 'ferry_modal', event: { type: 'migration_modal.sang', data: { song: ['a', { b: 1 }] } } };
  await frame.evaluate(
    ([message, origin]) => {
      for (const step of [1, 2, 3]) window.parent.postMessage({ ...(message as object), step }, origin as string);
    },
    [unknown, site.url] as const,
  );
  await expect
    .poll(async () => (await host.events()).slice(1))
    .toEqual([1, 2, 3].map((step) => ({ ...unknown, step })));
});

test(
  'an exception in onEvent is reported to the browser console and breaks nothing',
  { tag: '@S7' },
  async ({ host, service }) => {
    const lines: string[] = [];
    host.page.on('console', (message) => message.type() === 'error' && lines.push(message.text()));
    const token = await service.linkToken();
    await host.page.evaluate(
      (linkToken) =>
        (window as unknown as { Ferry: { startModal(options: object): Promise<void> } }).Ferry.startModal({
          linkToken,
          userId: 'ada@aurora.example',
          onEvent: () => {
            throw new Error('thrown by the page');
          },
        }),
      token,
    );
    await expect.poll(() => lines.join()).toContain('thrown by the page');
    await host.modal.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(host.page.locator('iframe')).toHaveCount(0);
  },
);
