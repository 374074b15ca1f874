import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { clientId, clientSecret, type RunningProvider, startProvider } from '#service/testing/company-provider.ts';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import {
  button,
  firstEmail,
  heading,
  problemsOf,
  type RunningDashboard,
  startDashboard,
} from '#test/fixtures/page/dashboard.ts';

let folder = '';
let provider: RunningProvider;
let service: RunningDashboard;

test.use({ launchOptions: chromiumOptions() });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await ensureBuild();
});
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ferry-company-'));
  const secret = path.join(folder, 'secret');
  await writeFile(secret, clientSecret);
  provider = await startProvider();
  const flags = ['--oidc-issuer', provider.issuer, '--oidc-client-id', clientId, '--oidc-client-secret-file', secret];
  service = await startDashboard(flags);
});
test.afterEach(async () => {
  await service.end();
  await provider.end();
  await rm(folder, { recursive: true, force: true });
});

test('X24 dashboard: whoever was invited signs in by the company, on another site, and nobody else does', async ({
  page,
}) => {
  const problems = problemsOf(page);
  // Another site than the provider's, so that strict cookies do not come with the way back.
  await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/dashboard/`);
  await expect(button(page, 'Use company sign-in')).toBeVisible();
  expect(await findingsHere(page), 'sign-in').toEqual([]);
  provider.signsIn({ subject: 'eve', email: 'eve@brightwater.example' });
  await button(page, 'Use company sign-in').click();
  await expect(heading(page, 'You are not signed in')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('was invited');
  expect(await findingsHere(page), 'refused').toEqual([]);
  await button(page, 'Go to the sign-in').click();
  await expect(heading(page, 'Sign in to Ferry')).toBeVisible();
  expect(page.url()).not.toContain('code=');

  await page.context().clearCookies({ domain: '127.0.0.1' });
  provider.signsIn({ subject: 'ada', email: firstEmail, name: 'Ada Lindqvist' });
  await button(page, 'Use company sign-in').click();
  await expect(heading(page, 'API keys')).toBeVisible();
  expect(page.url()).not.toMatch(/code=|state=/);
  await page.reload();
  await expect(heading(page, 'API keys')).toBeVisible();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Signed in with the company’s sign-in');
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(page.getByText('You sign in by your company')).toBeVisible();
  await expect(page.getByLabel('Present password')).toBeHidden();
  expect(await findingsHere(page), 'account without a password').toEqual([]);
  expect(problems).toEqual([]);
});
