import { expect, test } from './sdk-test.ts';
import { beginCopy, chooseAndLogIn, heading, openModal } from './modal-steps.ts';

test(
  'a 503 at any step shows a message until a retry succeeds, and keeps the typed values',
  { tag: ['@X4', '@F7'] },
  async ({ host, service }) => {
    const failOnce = () =>
      service.call('POST', '/control/faults', {
        rules: [{ match: { method: 'POST', path: '/modal/*' }, effect: { status: 503 }, times: 1 }],
      });
    const alert = host.modal.locator('#notice');
    const tryAgain = async (isAtEnd = false) => {
      await expect(alert).toContainText("Ferry didn't respond. Your input is still here.");
      // Waits longer than one poll of the state, because a poll must not remove the message.
      for (let looks = isAtEnd ? 2 : 0; looks < 2; looks++) {
        await host.page.waitForResponse((reply) => reply.url().endsWith('/state'));
      }
      await expect(alert).toContainText(/[0-9A-HJKMNP-TV-Z]{8}$/);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toBeHidden();
    };
    await openModal(host);
    await failOnce();
    await host.modal.getByRole('button', { name: /Ledgerline/ }).click();
    await tryAgain();
    await failOnce();
    await chooseAndLogIn(host, 'failing');
    await expect(host.modal.getByLabel('Email')).toHaveValue('failing@aurora.example');
    await expect(host.modal.getByLabel('Password', { exact: true })).toHaveValue('secret');
    await tryAgain();
    await failOnce();
    await host.modal.getByRole('button', { name: 'Start' }).click();
    await tryAgain();
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(heading(host)).toHaveText('The copy stopped');
    await failOnce();
    await host.modal.locator('.actions').getByRole('button', { name: 'Try again' }).click();
    await tryAgain(true);
    await expect(heading(host)).toHaveText('Log in to Ledgerline');
  },
);

for (const [reason, sentence, action] of [
  [
    'service_failed',
    /^An error in Ferry stopped the copy\. Try again later, or give .+ the reference below\.$/,
    'Try again',
  ],
  [
    'too_much',
    /^Ledgerline has more data than Ferry can copy in one migration\. Give .+ the reference below\.$/,
    'Close',
  ],
  [
    'provider_failed',
    "Ferry couldn't read the remaining items from Ledgerline. Nothing was changed in Ledgerline.",
    'Try again',
  ],
] as const)
  test(
    `a copy that ended with ${reason} says why, shows the reference, and offers ${action}`,
    { tag: '@X34' },
    async ({ host, service }) => {
      // A copy of practice data fails with only one of these reasons. copier.test.ts shows the reasons of a real copy.
      await host.page.route('**/modal/*/state', async (route) => {
        const response = await route.fetch();
        const state = (await response.json()) as { reason: string | null };
        await route.fulfill({
          response,
          json: { ...state, reason: state.reason && reason, can_retry: reason !== 'too_much' },
        });
      });
      await openModal(host);
      await beginCopy(host, 'failing');
      await service.call('POST', '/control/clock', { advance_seconds: 9 });
      await expect(heading(host)).toHaveText('The copy stopped');
      await expect(host.modal.getByText(sentence)).toBeVisible();
      if (reason !== 'provider_failed')
        await expect(host.modal.getByText("couldn't read the remaining items")).toHaveCount(0);
      await expect(host.modal.locator('.reference code')).toHaveText(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      const actions = host.modal.locator('.actions').getByRole('button');
      await expect(actions).toHaveText(action === 'Close' ? ['Close'] : [action, 'Close']);
    },
  );

test(
  'after FAILED, Try again returns to the login with the email, any number of times, with the same token',
  { tag: '@X4' },
  async ({ host, service }) => {
    await openModal(host);
    await chooseAndLogIn(host, 'failing');
    const frames = new Set<string>();
    for (let failures = 1; failures <= 3; failures++) {
      await host.modal.getByRole('button', { name: 'Start' }).click();
      await service.call('POST', '/control/clock', { advance_seconds: 9 });
      await expect(heading(host)).toHaveText('The copy stopped');
      await expect(host.modal.locator('.reference code')).toHaveText(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      frames.add((await host.frame()).url());
      await host.modal.getByRole('button', { name: 'Try again' }).click();
      await expect(heading(host)).toHaveText('Log in to Ledgerline');
      await expect(host.modal.getByLabel('Email')).toHaveValue('failing@aurora.example');
      await host.modal.getByLabel('Password', { exact: true }).fill('secret');
      await host.modal.getByRole('button', { name: 'Log in' }).click();
      await expect(heading(host)).toHaveText(/^Copy to/);
    }
    expect(frames.size).toBe(3);
    const ids = new Set((await host.events()).map(({ event }) => event.data.migration_id));
    expect(ids.size).toBe(4);
  },
);

test(
  'an expired access token shows a message, and Start again gets a new token and reopens the modal',
  { tag: ['@X4', '@F7'] },
  async ({ host, service }) => {
    await openModal(host, { linkTokenIsFunction: true });
    const first = (await host.frame()).url();
    await service.call('POST', '/control/tokens/expire');
    await expect(heading(host)).toHaveText('This window was open too long');
    await host.modal.getByRole('button', { name: 'Start again' }).click();
    await expect(heading(host)).toHaveText('Where is your data now?');
    expect((await host.frame()).url()).not.toBe(first);
    const types = await host.eventTypes();
    expect(types.filter((type) => type === 'session_expired')).toHaveLength(1);
    expect(types).toContain('cancelled');
    expect(await host.closes()).toBe(0);
  },
);

test(
  'an expired access token leaves only Close if the link token was a string',
  { tag: ['@X4', '@F7'] },
  async ({ host, service }) => {
    await openModal(host);
    await service.call('POST', '/control/tokens/expire');
    await expect(heading(host)).toHaveText('This window was open too long');
    await expect(host.modal.getByRole('button', { name: 'Start again' })).toHaveCount(0);
    await host.modal.locator('.actions').getByRole('button', { name: 'Close' }).click();
    await expect(host.page.locator('iframe')).toHaveCount(0);
  },
);

test(
  'the modal reports a restart of the service during the flow, keeps everything and continues',
  { tag: ['@X4', '@F7'] },
  async ({ host, service }) => {
    await openModal(host);
    await beginCopy(host, 'slow');
    await expect(heading(host)).toHaveText('Copying your data');
    await service.goOffline();
    await expect(host.modal.getByRole('alert')).toContainText('No connection to Ferry');
    await expect(host.modal.getByText('Invoices')).toBeVisible();
    await service.restart();
    await expect(host.modal.getByRole('alert')).toBeHidden();
    await expect(heading(host)).toHaveText('Copying your data');
  },
);

test(
  'the SDK reports a service that sends no response for 10 s, and Try again opens the modal when the service responds',
  { tag: ['@X4', '@F7'] },
  async ({ host }) => {
    await host.page.route('**/state', (route) => route.abort());
    await host.page.clock.install();
    const request = host.page.waitForRequest('**/state');
    const started = host.start();
    await request;
    await host.page.clock.runFor(10_000);
    expect(await started).toMatchObject({ code: 'page_timeout' });
    await expect(host.page.locator('dialog h2')).toHaveText("We couldn't open this window");
    await host.page.unroute('**/state');
    await host.page.locator('dialog').getByRole('button', { name: 'Try again' }).click();
    await expect(heading(host)).toHaveText('Where is your data now?');
  },
);

test(
  'the window reports a missing script of the later steps, and continues when the script loads',
  { tag: ['@X4', '@F36'] },
  async ({ host }) => {
    const steps = '**/modal-assets/steps-*';
    await host.page.route(steps, (route) => route.abort());
    await openModal(host);
    await chooseAndLogIn(host, 'good');
    await expect(host.modal.locator('#notice')).toBeVisible();
    await expect(heading(host)).toHaveText('Log in to Ledgerline');
    await host.page.unroute(steps);
    await expect(heading(host)).toHaveText(/^Copy to/);
    await expect(host.modal.locator('#notice')).toBeHidden();
  },
);

test(
  'the message about a missing script disappears if the script loads before it is needed',
  { tag: ['@X4', '@F36'] },
  async ({ host }) => {
    const steps = '**/modal-assets/steps-*';
    await host.page.route(steps, (route) => route.abort());
    await openModal(host);
    await expect(host.modal.locator('#notice')).toBeVisible();
    await host.page.unroute(steps);
    await expect(host.modal.locator('#notice')).toBeHidden();
    await expect(heading(host)).toHaveText('Where is your data now?');
  },
);

test(
  'a second press of X closes the modal immediately if the first press gets no response',
  { tag: ['@X4', '@F36'] },
  async ({ host }) => {
    const { page, modal } = host;
    await page.route('**/modal/*/close', () => undefined);
    expect(await host.start()).toBeNull();
    await expect(modal.locator('.provider')).not.toHaveCount(0);
    await modal.locator('#close').click();
    await expect(modal.locator('#card.busy')).toBeVisible();
    await modal.locator('#close').click();
    await expect(page.locator('dialog, iframe')).toHaveCount(0);
    expect(await host.eventTypes()).toEqual(['opened', 'closed']);
    expect(await host.closes()).toBe(1);
  },
);

test('pressing X twice reports the end exactly once', { tag: ['@X4', '@F36'] }, async ({ host }) => {
  const { page, modal } = host;
  let answerNow = (): void => undefined;
  const secondPress = new Promise<void>((resolve) => (answerNow = resolve));
  await page.route('**/modal/*/close', async (route) => {
    await secondPress;
    await route.continue();
  });
  expect(await host.start()).toBeNull();
  await expect(modal.locator('.provider')).not.toHaveCount(0);
  await (
    await host.frame()
  ).evaluate(() => {
    const button = document.querySelector<HTMLElement>('#close');
    button?.click();
    button?.click();
  });
  answerNow();
  await expect(page.locator('dialog, iframe')).toHaveCount(0);
  const ends = (await host.eventTypes()).filter((type) => type === 'cancelled' || type === 'closed');
  expect(ends).toHaveLength(1);
  expect(await host.closes()).toBe(1);
});
