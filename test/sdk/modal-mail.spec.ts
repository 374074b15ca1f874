import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { type DovecotServer, hasDovecot, startDovecot } from '#test/fixtures/providers/dovecot-server.ts';
import { fillMailbox, linesOf, readMailbox } from '#test/fixtures/providers/mailbox.ts';
import { type FerryService, startFerryService } from './ferry-service.ts';

let folder: string;
let source: DovecotServer;
let destination: DovecotServer;
let service: FerryService;

test.use({ launchOptions: async ({ browserName: _browser }, use) => use(chromiumOptions()) });
test.skip(!hasDovecot, 'needs the Debian package dovecot-imapd');
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ferry-modal-mail-'));
  [source, destination] = await Promise.all([startDovecot(), startDovecot()]);
  await fillMailbox(source.port);
  const server = ({ port }: DovecotServer) => ({ kind: 'imap', host: '127.0.0.1', port, tls: 'none' });
  const content = {
    sources: [{ name: 'Harbour Mail', ...server(source) }],
    destinations: [{ organization: 'Brightwater', ...server(destination), sign_in: 'end_user' }],
    allow_loopback: true,
  };
  const file = path.join(folder, 'providers.json');
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

/** Checks a step in light and dark, wide and narrow, and saves screenshots with the test results. */
const checkAppearance = async (page: Page, name: string): Promise<void> => {
  for (const [width, colorScheme] of [
    [1_280, 'light'],
    [375, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`), fullPage: true });
    expect([name, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width, width]);
    expect([name, width, await findingsHere(page)]).toEqual([name, width, []]);
  }
};

test(
  'the user copies mail: signs in at both servers, leaves out a folder, and sees the counts',
  { tag: ['@X29', '@X31'] },
  async ({ page }) => {
    const token = await service.linkToken();
    const { access_token: accessToken = '' } = await post('access-token', token, { link_token: token });
    const { url = '' } = await post('migration-modal', accessToken, { user_id: 'ada@example.com' });
    await page.goto(url);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Log in to Harbour Mail');
    await page.getByLabel('Email').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByLabel('User name at Brightwater').fill('grace');
    await page.getByLabel('Password at Brightwater').fill('secret');
    await page.keyboard.press('Enter');
    const refusal = page.getByRole('alert').filter({ hasText: 'Harbour Mail rejected this user name or password.' });
    await expect(refusal).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Copy to Brightwater?');

    for (const name of ['INBOX 6', 'Projects 4', 'Grüße & mehr 2', 'Empty 0'])
      await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked();
    await checkAppearance(page, 'choose');
    await page.getByRole('checkbox', { name: 'Projects/2024.Q1' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(heading).toHaveText('All done');
    const results = page.getByRole('main').getByRole('listitem');
    await expect(results).toHaveText([/INBOX\s*6/, /Sent\s*Done/, /Empty\s*0/, /Grüße & mehr\s*2/, /Projects\s*4/]);
    await checkAppearance(page, 'done');

    const isChosen = (line: string): boolean => !line.startsWith('Projects/2024.Q1 ');
    const sent = linesOf(await readMailbox(source.port, 'ada')).filter(isChosen);
    expect(linesOf(await readMailbox(destination.port, 'grace'))).toEqual(sent);
  },
);
