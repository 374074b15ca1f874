import { expect, type Page, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { button, dashboardPerTest, heading, join, password, problemsOf } from '#test/fixtures/page/dashboard.ts';

const service = dashboardPerTest();

/** A virtual authenticator of Chromium that simulates a fingerprint. */
const addDevice = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
};

const toAccount = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(heading(page, 'My account')).toBeVisible();
};

const signOut = async (page: Page): Promise<void> => {
  await button(page, 'Sign out').click();
  await expect(heading(page, 'Sign in to Ferry')).toBeVisible();
};

test(
  'dashboard: adding a passkey needs the password, which the passkey replaces at sign-in until it is removed',
  { tag: '@X24' },
  async ({ page }) => {
    const problems = problemsOf(page);
    const device = await addDevice(page);
    await join(page, service().printedLink, 'Ada Lindqvist');
    await toAccount(page);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await expect(passkeys).toContainText('No passkeys yet.');
    await button(page, 'Add a passkey…').click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey?' });
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await dialog.getByLabel('Password').fill('not the password 7');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.');
    expect(await findingsHere(page), 'dialog').toEqual([]);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByLabel('Name').fill('Ada’s laptop');
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('listitem')).toContainText('Ada’s laptop');
    await expect(passkeys.getByRole('listitem')).toContainText('not used yet');
    expect(await findingsHere(page), 'account with a passkey').toEqual([]);

    // Tries to add the same device again.
    await button(page, 'Add a passkey…').click();
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('This device already has one of your passkeys.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await signOut(page);
    expect(await findingsHere(page), 'sign-in').toEqual([]);
    // A device that can't verify its user provides no passkey.
    await device.setVerified(false);
    await button(page, 'Use a passkey').click();
    await expect(page.getByRole('alert')).toHaveText(/Your device didn't offer a passkey/);
    await device.setVerified(true);
    await button(page, 'Use a passkey').click();
    await expect(heading(page, 'API keys').or(heading(page, 'My account'))).toBeVisible();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Added the passkey Ada’s laptop');
    await toAccount(page);
    await expect(passkeys.getByRole('listitem')).not.toContainText('not used yet');
    await button(passkeys, 'Remove…').click();
    const remove = page.getByRole('alertdialog', { name: 'Remove the passkey “Ada’s laptop”?' });
    expect(await findingsHere(page), 'removing').toEqual([]);
    await button(remove, 'Remove').click();
    await expect(passkeys).toContainText('No passkeys yet.');

    await signOut(page);
    await button(page, 'Use a passkey').click();
    await expect(page.getByRole('alert')).toHaveText(/This passkey doesn't work here/);
    expect(problems).toEqual([]);
  },
);

test('dashboard: a page at an IP address offers no passkey and says why', { tag: '@X24' }, async ({ page }) => {
  await join(page, service().invitationUrl, 'Ada Lindqvist');
  await toAccount(page);
  await expect(button(page, 'Add a passkey…')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('such as localhost');
  await signOut(page);
  await expect(button(page, 'Use a passkey')).toBeHidden();
});
