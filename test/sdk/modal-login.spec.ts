import { expect, test } from './sdk-test.ts';
import { chooseAndLogIn, heading, logIn, openModal } from './modal-steps.ts';

test(
  'a rejected login shows its error at the form, keeps the email and offers two ways to continue',
  { tag: ['@X4', '@F7'] },
  async ({ host }) => {
    await openModal(host);
    await chooseAndLogIn(host, 'wrong');
    const password = host.modal.getByLabel('Password', { exact: true });
    await expect(host.modal.getByRole('alert')).toHaveText(
      'Ledgerline rejected this email or password. You have 4 attempts left.',
    );
    await expect(heading(host)).toHaveText('Log in to Ledgerline');
    await expect(password).toBeFocused();
    await expect(host.modal.getByLabel('Email')).toHaveValue('wrong@aurora.example');
    await password.fill('secret');
    await password.press('Enter');
    await expect(host.modal.getByRole('alert')).toContainText('You have 3 attempts left');
    await host.modal.getByRole('button', { name: 'Choose another service' }).click();
    await host.modal.getByRole('button', { name: /Crewbase/ }).click();
    await expect(heading(host)).toHaveText('Log in to Crewbase');
    await expect(host.modal.getByLabel('Email')).toHaveValue('wrong@aurora.example');
    await expect(host.modal.getByRole('alert')).toBeHidden();
    await host.modal.getByRole('button', { name: 'Log in' }).click();
    await expect(host.modal.getByRole('alert')).toHaveText('Fill in this field.');
    const failed = (await host.events()).filter(({ event }) => event.type === 'migration_modal.login_failed');
    expect(failed.map(({ event }) => (event.data as { reason?: string }).reason)).toEqual([
      'password_refused',
      'password_refused',
    ]);
  },
);

test(
  'a wrong second-factor code shows an error at its field, and a backup code works, too',
  { tag: '@X27' },
  async ({ host }) => {
    await openModal(host);
    await chooseAndLogIn(host, 'second-factor');
    await expect(heading(host)).toHaveText('Enter the code');
    await host.modal.getByRole('textbox', { name: 'Code', exact: true }).fill('000000');
    await host.page.keyboard.press('Enter');
    await expect(host.modal.getByRole('alert')).toHaveText('The code is wrong or expired. Enter a new code.');
    await host.modal.getByRole('button', { name: 'Use a backup code' }).click();
    await host.modal.getByRole('textbox', { name: 'Backup code' }).fill('ab12-cd34');
    await host.modal.getByRole('button', { name: 'Continue' }).click();
    await expect(heading(host)).toHaveText(/^Copy to/);
    expect(await host.eventTypes()).toEqual([
      'opened',
      'provider_selected',
      'login_step',
      'login_failed',
      'status_changed',
      'login_succeeded',
    ]);
  },
);

test(
  'several companies, a locked account and an unavailable provider each have a page and a next step',
  { tag: '@X27' },
  async ({ host, service }) => {
    await openModal(host);
    await chooseAndLogIn(host, 'locked');
    await expect(heading(host)).toHaveText('Ledgerline locked this account');
    await expect(host.modal.getByRole('main')).toContainText('locked@aurora.example stays filled in');
    await service.call('POST', '/control/clock', { advance_seconds: 15 * 60 });
    await host.modal.getByRole('button', { name: 'Try again' }).click();
    await expect(host.modal.getByLabel('Email')).toHaveValue('locked@aurora.example');
    await logIn(host.modal, 'down@aurora.example');
    await expect(heading(host)).toHaveText("Ledgerline isn't responding");
    await expect(host.modal.locator('.reference code')).toHaveText(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    for (let attempt = 0; attempt < 2; attempt++) await host.modal.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(host)).toHaveText(/^Copy to/);
    await host.modal.getByRole('button', { name: 'Back', exact: true }).click();
    await logIn(host.modal, 'companies@aurora.example');
    await expect(heading(host)).toHaveText('Which company?');
    await host.modal.getByRole('radio', { name: /Aurora Catering/ }).check();
    await host.modal.getByRole('button', { name: 'Continue' }).click();
    await expect(host.modal.getByRole('main')).toContainText('from Aurora Catering in Ledgerline');
    const reasons = (await host.events())
      .map(({ event: each }) => {
        const { reason, step } = each.data as { reason?: string; step?: string };
        return reason ?? step;
      })
      .filter(Boolean);
    expect(reasons).toEqual(['account_locked', 'provider_down', 'provider_down', 'company']);
  },
);

test(
  '"Not listed?" explains what to do and leads back, and a single provider opens its login directly',
  { tag: '@X27' },
  async ({ host }) => {
    await openModal(host, { sourceProviders: ['Crewbase', 'Oddbooks', 'Sumtrail'] });
    expect((await host.events())[0]?.event.data).toMatchObject({ unknown_source_providers: ['Oddbooks'] });
    await expect(host.modal.getByRole('list', { name: 'Services' }).getByRole('listitem')).toHaveCount(2);
    await host.modal.getByRole('button', { name: 'Not listed?' }).click();
    await expect(heading(host)).toHaveText("Don't see your service?");
    expect((await host.eventTypes()).at(-1)).toBe('provider_not_listed');
    await host.modal.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(heading(host)).toHaveText('Where is your data now?');
    await host.page.evaluate('Ferry.close()');
    expect(await host.start({ sourceProviders: ['Sumtrail'] })).toBeNull();
    await expect(heading(host)).toHaveText('Log in to Sumtrail');
    expect(await host.start({ sourceProviders: ['Oddbooks'], userId: 'bo@aurora.example' })).toMatchObject({
      code: 'request_refused',
      message: expect.stringContaining('Name at least one of Ledgerline'),
    });
  },
);

test(
  'a login in a separate window has another origin, and the modal continues automatically after it',
  { tag: '@X27' },
  async ({ host, service }) => {
    await openModal(host);
    await host.modal.getByRole('button', { name: /Harborpay/ }).click();
    await expect(heading(host)).toHaveText('Continue in the other window');
    const open = host.modal.getByRole('button', { name: 'Open Harborpay' });
    const [other] = await Promise.all([host.page.waitForEvent('popup'), open.click()]);
    await expect(other.getByRole('heading')).toHaveText('Log in to Harborpay');
    expect(new URL(other.url()).origin).not.toBe(service.url);
    expect(await other.evaluate(() => document.cookie.length + localStorage.length)).toBe(0);
    await expect(host.modal.getByRole('button', { name: 'Show the window' })).toBeVisible();
    await other.getByLabel('Password').fill('wrong');
    await other.getByRole('button', { name: 'Log in' }).click();
    await expect(other.getByRole('alert')).toHaveText('The email or password is wrong.');
    await expect(other.getByLabel('Email')).toHaveValue('ada@aurora.example');
    await other.getByLabel('Password').fill('secret');
    await other.getByRole('button', { name: 'Log in' }).click();
    await expect(heading(host)).toHaveText(/^Copy to/);
    await expect.poll(() => other.isClosed()).toBe(true);
    expect(await host.eventTypes()).toEqual([
      'opened',
      'provider_selected',
      'login_step',
      'login_failed',
      'status_changed',
      'login_succeeded',
    ]);
    await host.modal.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(heading(host)).toHaveText('Continue in the other window');
  },
);

test('the practice login stores nothing and says that it is for practice', { tag: '@X4' }, async ({ host }) => {
  await openModal(host);
  await host.modal.getByRole('button', { name: /Ledgerline/ }).click();
  await expect(host.modal.getByText('This is a practice login. Ferry sends nothing to Ledgerline')).toBeVisible();
  await expect(host.modal.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(host.modal.locator('input:not([autocomplete="off"])')).toHaveCount(0);
  await host.modal.getByText('Practice users').click();
  await host.modal.getByRole('button', { name: /partial@example.com/ }).click();
  await expect(host.modal.getByLabel('Email')).toHaveValue('partial@example.com');
  const frame = await host.frame();
  expect(await frame.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)).toBe(0);
});
