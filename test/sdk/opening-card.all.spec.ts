import type { Locator } from '@playwright/test';
import { expect, type Host, test } from './sdk-test.ts';

const heading = (host: Host): Locator => host.page.locator('dialog h2');
const button = (host: Host, name: string): Locator =>
  host.page.locator('dialog').getByRole('button', { name, exact: true });
const isDeleted = async (host: Host): Promise<void> => {
  await expect(host.page.locator('dialog, iframe')).toHaveCount(0);
  expect(await host.page.evaluate('Ferry.isOpen()')).toBe(false);
};

/** Advances the page's clock by 10 s after the request for `path`. */
const startAndWait = async (host: Host, path: string): Promise<unknown> => {
  await host.page.clock.install();
  const request = host.page.waitForRequest(path);
  const started = host.start();
  await request;
  await expect(heading(host)).toHaveText('Opening Ferry');
  await host.page.clock.runFor(10_000);
  return started;
};

const pageFaults: readonly [name: string, effect: Readonly<Record<string, unknown>>][] = [
  ['answers 500', { status: 500, body: 'broken' }],
  ['stalls', { stall: true }],
  ['closes the connection', { drop: true }],
  ['is another page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Captive portal</h1>' }],
];

for (const [name, effect] of pageFaults) {
  test(
    `if the modal’s page ${name}, an error is reported after 10 s, and the user can close or try again`,
    { tag: ['@S21', '@F36'] },
    async ({ host, service }) => {
      const fail = () =>
        service.call('POST', '/control/faults', { rules: [{ match: { path: '/modal/*' }, effect, times: 9 }] });
      await fail();
      expect(await startAndWait(host, '**/modal/*')).toMatchObject({ name: 'FerryError', code: 'page_timeout' });
      await expect(heading(host)).toHaveText("We couldn't open this window");
      await expect(host.page.locator('dialog')).toContainText('Nothing was started.');
      await expect(host.page.locator('dialog small')).toHaveText(`${new URL(service.url).host} · page_timeout`);
      await expect(host.page.locator('iframe')).toBeHidden();
      await expect(button(host, 'Try again')).toBeFocused();
      await button(host, 'Try again').click();
      await expect(heading(host)).toHaveText('Opening Ferry');
      await host.page.clock.runFor(10_000);
      await expect(heading(host)).toHaveText("We couldn't open this window");
      await service.call('DELETE', '/control/faults');
      const title = host.modal.getByRole('heading', { level: 1 });
      // A delayed reply, or a request from before the fault ended, may open the modal automatically. Then there is
      // nothing to press.
      if (name !== 'stalls')
        await expect(async () => {
          if (!(await title.isVisible())) await button(host, 'Try again').click({ timeout: 5_000 });
          await expect(title).toBeVisible({ timeout: 5_000 });
        }).toPass();
      await expect(title).toHaveText('Where is your data now?');
      await expect(heading(host)).toHaveCount(0);
      expect(await host.eventTypes()).toEqual(['opened']);
      await host.page.evaluate('Ferry.close()');
      await isDeleted(host);
      expect(await host.closes()).toBe(1);
    },
  );
}

const exits: readonly [name: string, leave: (host: Host) => Promise<void>][] = [
  ['Esc', (host) => host.page.keyboard.press('Escape')],
  ['X', (host) => button(host, 'Close').first().click()],
];
const stages = ['**/access-token', '**/migration-modal', '**/modal/*'] as const;

for (const [name, leave] of exits)
  for (const stage of stages) {
    test(
      `${name} closes the card while ${stage.slice(3)} stalls, and restores the focus`,
      { tag: ['@S21', '@F36'] },
      async ({ host, service }) => {
        const rules = [
          {
            match: { path: stage.replace('**', stage.includes('modal/') ? '' : '/api/v1') },
            effect: { stall: true },
            times: 1,
          },
        ];
        await service.call('POST', '/control/faults', { rules });
        await host.page.locator('#open').focus();
        const request = host.page.waitForRequest(stage);
        const started = host.start();
        await request;
        await expect(heading(host)).toHaveText('Opening Ferry');
        expect(await host.page.evaluate('Ferry.isOpen()')).toBe(true);
        await leave(host);
        expect(await started).toMatchObject({ code: 'aborted' });
        await isDeleted(host);
        await expect(host.page.locator('#open')).toBeFocused();
        expect(await host.closes()).toBe(1);
      },
    );
  }

test('Esc closes a failed modal, both as a dialog and in an element', { tag: '@S21' }, async ({ host, service }) => {
  await host.page.evaluate(() => {
    const holder = document.body.appendChild(document.createElement('div'));
    holder.id = 'holder';
    Object.assign(holder.style, { width: '376px', height: '640px' });
  });
  for (const target of ['body', '#holder']) {
    await host.fault('POST', 'access-token', { status: 500, body: {} });
    expect(await host.start({ target })).toMatchObject({ code: 'service_error', status: 500 });
    await expect(host.page.locator('dialog')).toContainText('Ferry responded with an error. Nothing was started.');
    await host.page.keyboard.press('Escape');
    await isDeleted(host);
    await service.call('DELETE', '/control/faults');
  }
});

test(
  'after a failed request, Try again gets a new link token and opens the modal',
  { tag: '@S21' },
  async ({ host }) => {
    for (const path of ['access-token', 'migration-modal']) {
      await host.fault('POST', path, { status: 503, body: {} });
      expect(await host.start({ linkTokenIsFunction: true })).toMatchObject({ code: 'service_error', status: 503 });
      await button(host, 'Try again').click();
      await expect(host.modal.getByRole('heading', { level: 1 })).toHaveText('Where is your data now?');
      await host.page.evaluate('Ferry.close()');
    }
  },
);

test('startModal and init replace a failed modal', { tag: '@S21' }, async ({ host }) => {
  await host.fault('POST', 'access-token', { status: 500, body: {} });
  expect(await host.start()).toMatchObject({ code: 'service_error' });
  expect(await host.start()).toBeNull();
  await host.page.evaluate('Ferry.close()');
  expect(await host.start({ baseURL: 'http://127.0.0.1:9' })).toMatchObject({ code: 'network' });
  expect(await host.init()).toMatchObject({ status: 'NOT_READY' });
  await expect(host.page.locator('dialog')).toHaveCount(1);
});

test(
  'init rejects if the hidden page of a resumed copy doesn’t load, and nothing covers the page',
  { tag: ['@S21', '@F36'] },
  async ({ host, service }) => {
    await host.start();
    await expect.poll(async () => (await host.events()).length).toBe(1);
    const [opened] = await host.events();
    const path = `/control/migrations/${opened?.event.data.migration_id}/status`;
    for (const status of ['NOT_STARTED', 'WORKING']) await service.call('POST', path, { status });
    await host.page.reload();
    await service.call('POST', '/control/faults', {
      rules: [{ match: { path: '/modal/*' }, effect: { status: 500 }, times: 9 }],
    });
    await host.page.clock.install();
    const request = host.page.waitForResponse('**/modal/*');
    const resumed = host.init();
    await request;
    await host.page.clock.runFor(10_000);
    expect(await resumed).toMatchObject({ code: 'page_timeout' });
    await isDeleted(host);
    expect(await host.page.evaluate('localStorage.length')).toBe(1);
  },
);

test('a target element without a size causes a warning', { tag: '@S9' }, async ({ host }) => {
  const lines: string[] = [];
  host.page.on('console', (message) => message.type() === 'warning' && lines.push(message.text()));
  await host.page.evaluate(() => (document.body.appendChild(document.createElement('div')).id = 'flat'));
  await host.start({ target: '#flat' });
  expect(lines.join()).toContain('#flat has no width or height');
});
