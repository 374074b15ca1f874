import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { clientId, clientSecret, type RunningProvider, startProvider } from '#service/testing/company-provider.ts';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { button, dashboardPerTest, firstEmail, heading, join, problemsOf } from '#test/fixtures/page/dashboard.ts';

let folder = '';
let provider: RunningProvider;
const service = dashboardPerTest({
  flags: async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ferry-company-'));
    const secret = path.join(folder, 'secret');
    await writeFile(secret, clientSecret);
    provider = await startProvider();
    return ['--oidc-issuer', provider.issuer, '--oidc-client-id', clientId, '--oidc-client-secret-file', secret];
  },
});
test.afterEach(async () => {
  await provider.end();
  await rm(folder, { recursive: true, force: true });
});

test(
  'dashboard: an invited user signs in with the company account on another site, and other users are rejected',
  { tag: '@X24' },
  async ({ page }) => {
    const problems = problemsOf(page);
    // The dashboard and the provider are different sites, so the redirect back has no SameSite=Strict cookies.
    await page.goto(`${service().url.replace('127.0.0.1', 'localhost')}/dashboard/`);
    await expect(button(page, 'Use company sign-in')).toBeVisible();
    expect(await findingsHere(page), 'sign-in').toEqual([]);
    provider.signsIn({ subject: 'eve', email: 'eve@brightwater.example' });
    await button(page, 'Use company sign-in').click();
    await expect(heading(page, "You're not signed in")).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('has no invitation');
    expect(await findingsHere(page), 'refused').toEqual([]);
    await button(page, 'Go to sign-in').click();
    await expect(heading(page, 'Sign in to Ferry')).toBeVisible();
    await expect(page).not.toHaveURL(/code=/);

    await page.context().clearCookies({ domain: '127.0.0.1' });
    provider.signsIn({ subject: 'ada', email: firstEmail, name: 'Ada Lindqvist' });
    await button(page, 'Use company sign-in').click();
    await expect(page.getByRole('heading', { name: /^Join / })).toBeVisible();
    expect(await findingsHere(page), 'invitation').toEqual([]);
    expect(page.url()).not.toMatch(/code=|state=/);
    await button(page, 'Join').click();
    await expect(heading(page, 'API keys')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'API keys')).toBeVisible();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Joined as owner');
    await page.getByRole('link', { name: 'My account' }).click();
    await expect(page.getByText('You use company sign-in')).toBeVisible();
    await expect(page.getByLabel('Current password')).toBeHidden();
    expect(await findingsHere(page), 'account without a password').toEqual([]);
    expect(problems).toEqual([]);
  },
);

test(
  'dashboard: after company sign-in, a user with a password sees which invitation still needs its link',
  { tag: '@X24' },
  async ({ page }) => {
    await join(page, service().invitationUrl.replace('127.0.0.1', 'localhost'), 'Ada Lindqvist');
    await service().invite(firstEmail, 'Brightwater trial');
    await button(page, 'Sign out').click();
    provider.signsIn({ subject: 'ada', email: firstEmail, name: 'Ada Lindqvist' });
    await button(page, 'Use company sign-in').click();
    await expect(heading(page, "You're signed in")).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('You were also invited to Brightwater trial.');
    expect(await findingsHere(page)).toEqual([]);
    await expect(page).not.toHaveURL(/code=|state=/);
    await button(page, 'Continue').click();
    await expect(heading(page, 'API keys')).toBeVisible();

    // After a reload, the page knows the signed-in user.
    await button(page, 'Sign out').click();
    await expect(page.getByText("You're signed out.")).toBeVisible();
    await button(page, 'Use company sign-in').click();
    await expect(heading(page, "You're signed in")).toBeVisible();
    await page.reload();
    await expect(heading(page, 'API keys')).toBeVisible();
  },
);
