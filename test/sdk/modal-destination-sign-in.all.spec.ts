import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { type DavServer, hasDavServers, noDavServers, startDavServer } from '#test/fixtures/service/dav-servers.ts';
import { type FerryService, startFerryService } from './ferry-service.ts';

const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:grace\r\nFN:Grace Hopper\r\nN:Hopper;Grace;;;\r\nEND:VCARD\r\n';

let folder: string;
let source: DavServer;
let destination: DavServer;
let service: FerryService;

test.use({ launchOptions: async ({ browserName: _browser }, use) => use(chromiumOptions()) });
test.skip(!hasDavServers, noDavServers);
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ferry-modal-destination-'));
  [source, destination] = await Promise.all([startDavServer('radicale'), startDavServer('radicale')]);
  await source.fill('people', [['grace.vcf', card]]);
  const file = path.join(folder, 'providers.json');
  const content = {
    sources: [{ name: 'Harbour Mail', kind: 'dav', address: source.url }],
    destinations: [{ organization: 'Brightwater', kind: 'dav', address: destination.url, sign_in: 'end_user' }],
    allow_loopback: true,
  };
  writeFileSync(file, JSON.stringify(content));
  service = await startFerryService('--providers', file);
});
test.afterAll(async () => {
  await service?.stop();
  await Promise.all([source?.close(), destination?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const post = async (call: string, bearer: string, body: unknown): Promise<Record<string, string>> => {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${service.url}/api/v1/${call}`, init)).json()) as Record<string, string>;
};

const openModal = async (page: Page): Promise<void> => {
  const token = await service.linkToken();
  const { access_token: accessToken = '' } = await post('access-token', token, { link_token: token });
  const { url = '' } = await post('migration-modal', accessToken, { user_id: 'ada@example.com' });
  await page.goto(url);
};

interface Logins {
  readonly user: string;
  readonly password: string;
  readonly passwordAtSource: string;
}

const logIn = async (page: Page, { user, password, passwordAtSource }: Logins): Promise<void> => {
  await page.getByLabel('Email').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(passwordAtSource);
  await page.getByLabel('User name at Brightwater').fill(user);
  await page.getByLabel('Password at Brightwater').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

test('an interrupted copy refuses another destination account and says why', { tag: '@X31' }, async ({ page }) => {
  const { password } = destination;
  await openModal(page);
  const heading = page.getByRole('heading', { level: 1 });
  await logIn(page, { user: 'ada', password, passwordAtSource: source.password });
  await expect(heading).toHaveText('Copy to Brightwater?');
  source.changePassword('another');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('The copy was interrupted.')).toBeVisible();
  await logIn(page, { user: 'eve', password, passwordAtSource: 'another' });
  const sentence = 'Log in to the Harbour Mail and Brightwater accounts that this copy started with.';
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await expect(page.getByLabel('User name at Brightwater')).toBeFocused();
  expect(await findingsHere(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('other-account.png'), fullPage: true });
  await logIn(page, { user: 'ada', password, passwordAtSource: 'another' });
  await expect(heading).toHaveText('All done');
  expect(await destination.all('/ada/', '.vcf')).toHaveLength(1);
});

test('the modal asks for the accounts at the source and at the destination', { tag: '@X29' }, async ({ page }) => {
  await openModal(page);
  const heading = page.getByRole('heading', { level: 1 });
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const passwordAtDestination = page.getByLabel('Password at Brightwater');
  await expect(heading).toHaveText('Log in to Harbour Mail');
  await page.getByLabel('Email').fill('ada');
  await password.fill(source.password);
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Fill in this field.' })).toBeVisible();
  await expect(page.getByLabel('User name at Brightwater')).toBeFocused();
  await page.getByLabel('User name at Brightwater').fill('ada');
  await passwordAtDestination.fill('wrong');
  await button.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Brightwater rejected this user name or password.' }),
  ).toBeVisible();
  await expect(passwordAtDestination).toBeFocused();
  for (const width of [1_280, 375]) {
    await page.setViewportSize({ width, height: 667 });
    expect([width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([width, width]);
    expect([width, await findingsHere(page)]).toEqual([width, []]);
    await page.screenshot({ path: test.info().outputPath(`${width}.png`), fullPage: true });
  }
  await passwordAtDestination.fill(destination.password);
  await password.fill('wrong');
  await button.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Harbour Mail rejected this user name or password.' }),
  ).toBeVisible();
  await expect(passwordAtDestination).not.toHaveAttribute('aria-invalid', 'true');
  await password.fill(source.password);
  await button.click();
  await expect(heading).toHaveText('Copy to Brightwater?');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(heading).toHaveText('All done');
  expect(await destination.all('/ada/', '.vcf')).toHaveLength(1);
  await destination.stop();
  await openModal(page);
  await page.getByLabel('Email').fill('ada');
  await password.fill(source.password);
  await page.getByLabel('User name at Brightwater').fill('ada');
  await passwordAtDestination.fill(destination.password);
  await button.click();
  await expect(heading).toHaveText("Brightwater isn't responding");
});
