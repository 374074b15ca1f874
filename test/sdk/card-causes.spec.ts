import type { FerryError, LinkOptions, MigrationMetadata } from '#sdk/public-types.ts';
import { expect, type Host, test } from './sdk-test.ts';

const card = (host: Host) => host.page.locator('dialog');
const tryAgain = (host: Host) => card(host).getByRole('button', { name: 'Try again' });

interface Page {
  readonly Ferry: { startModal(options: LinkOptions): Promise<MigrationMetadata> };
  readonly reports: { errors: string[]; closes: number };
}

/** Calls `startModal` with a function that rejects `failures` times. */
const startRejecting = (host: Host, failures: number): Promise<unknown> =>
  host.page.evaluate(async (count) => {
    const reports = { errors: [] as string[], closes: 0 };
    Object.assign(window, { reports });
    let left = count;
    const linkToken = async (): Promise<string> => {
      if (left-- > 0) throw new Error('not signed in');
      return ((await (await fetch('/link-token', { method: 'POST' })).json()) as { link_token: string }).link_token;
    };
    const { Ferry } = window as unknown as Page;
    const onError = ({ code, cause }: FerryError) => reports.errors.push(`${code}: ${(cause as Error).message}`);
    return Ferry.startModal({
      userId: 'ada@aurora.example',
      linkToken,
      onError,
      onClose: () => reports.closes++,
    }).catch((error: Error) => error.message);
  }, failures);
const reports = (host: Host) => host.page.evaluate(() => (window as unknown as Page).reports);

test('if the page gets no link token, the card names the page as the cause', { tag: '@S21' }, async ({ host }) => {
  const uncaught: string[] = [];
  host.page.on('pageerror', (error) => uncaught.push(error.message));
  expect(await startRejecting(host, 2)).toBe('not signed in');
  await expect(card(host)).toContainText("This page couldn't connect you to Ferry. Reload the page. Nothing was");
  await expect(card(host)).not.toContainText('10 s');
  await expect(host.page.locator('dialog small')).toHaveText(/ · bad_link_token$/);
  const error = 'bad_link_token: not signed in';
  await tryAgain(host).click();
  await expect.poll(() => reports(host)).toEqual({ errors: [error, error], closes: 0 });
  await expect(tryAgain(host)).toBeVisible();
  await tryAgain(host).click();
  await expect(host.modal.getByRole('heading', { level: 1 })).toBeVisible();
  await host.page.evaluate('Ferry.close()');
  expect(await reports(host)).toEqual({ errors: [error, error], closes: 1 });
  expect(uncaught).toEqual([]);
});

test('the card offers no retry for a used link token given as a string', { tag: '@S21' }, async ({ host }) => {
  const message = 'The link token was already used.';
  await host.fault('POST', 'access-token', { status: 401, body: { type: 'api_error', message } });
  expect(await host.start()).toMatchObject({ code: 'link_token_used' });
  await expect(card(host)).toContainText('Reload the page');
  await expect(tryAgain(host)).toHaveCount(0);
});

test(
  'startModal resolves with the ID, status, user and URL of the migration',
  { tag: '@S21' },
  async ({ host, service }) => {
    const found = (await startRejecting(host, 0)) as MigrationMetadata;
    expect(found).toEqual({
      migrationId: expect.stringMatching(/^[\da-f-]{36}$/),
      status: 'NOT_READY',
      userId: 'ada@aurora.example',
      url: expect.stringContaining(`${service.url}/modal/`),
    });
  },
);

const german = 'Ferry hat einen Fehler gemeldet. Es wurde nichts gestartet.';

test(
  "the card uses the language of the page, or English if the service can't be reached",
  { tag: '@S21' },
  async ({ host }) => {
    const words = host.page.waitForResponse('**/sdk/words?locale=de-AT');
    await host.fault('POST', 'migration-modal', { status: 503, body: {} });
    expect(await host.start({ locale: 'de-AT', linkTokenIsFunction: true })).toMatchObject({ code: 'service_error' });
    expect((await words).headers()['cache-control']).toBe('public, max-age=86400');
    await expect(card(host)).toContainText(german);
    await expect(card(host).locator('main')).toHaveAttribute('lang', 'de');
    await card(host).getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(host.modal.getByRole('heading', { level: 1 })).toHaveText('Wo liegen Ihre Daten jetzt?');
    await host.page.evaluate('Ferry.close()');
    await host.page.route('**/sdk/words*', (route) => route.abort());
    await host.fault('POST', 'migration-modal', { status: 503, body: {} });
    expect(await host.start({ locale: 'fr' })).toMatchObject({ code: 'service_error' });
    await expect(card(host)).toContainText('Ferry responded with an error.');
    // The string token has been used, so another try would fail.
    await expect(tryAgain(host)).toHaveCount(0);
  },
);

test("the card doesn't blame the service for a linkToken function that hangs", { tag: '@S21' }, async ({ host }) => {
  await host.page.clock.install();
  const rejected = host.page.evaluate(
    `Ferry.startModal({ userId: 'ada@aurora.example', linkToken: () => new Promise(() => {}) }).catch(({ code }) => code)`,
  );
  await expect(card(host)).toContainText('Opening Ferry');
  await host.page.clock.runFor(10_000);
  expect(await rejected).toBe('network');
  await expect(card(host)).toContainText("This page couldn't connect you to Ferry.");
});

test('onClose is called once if a retry fails and no card can be shown', { tag: '@S21' }, async ({ host }) => {
  await host.page.evaluate(() => {
    const holder = document.body.appendChild(document.createElement('div'));
    holder.id = 'holder';
    Object.assign(holder.style, { width: '376px', height: '640px' });
  });
  await host.fault('POST', 'access-token', { status: 503, body: {} });
  await host.start({ target: '#holder', linkTokenIsFunction: true });
  await host.page.evaluate(() => (document.querySelector('#holder')!.id = 'renamed'));
  await tryAgain(host).click();
  await expect.poll(() => host.closes()).toBe(1);
  await expect(card(host)).toHaveCount(0);
});
