import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import type { ReceiptFile } from '#shared/reports-api/receipts.ts';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { type DavServer, hasDavServers, noDavServers, startDavServer } from '#test/fixtures/service/dav-servers.ts';
import { type PoisonedServer, startPoisonedServer } from '#test/fixtures/service/poisoned-server.ts';
import { type FerryService, startFerryService } from './ferry-service.ts';

let folder: string;
let source: DavServer;
let destination: DavServer;
let gate: PoisonedServer;
let service: FerryService;

const card = (uid: string, name: string): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nFN:${name}\r\nN:${name};;;;\r\nEND:VCARD\r\n`;
const entry = (uid: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Ferry//Tests//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260102T090000Z\r\nSUMMARY:Meeting ${uid}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => [`e${index}.ics`, entry(`e${index}`)] as const);
const cards = (prefix: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => [`${prefix}${index}.vcf`, card(`${prefix}${index}`, `Ada ${index}`)] as const,
  );

test.use({ launchOptions: async ({ browserName: _browser }, use) => use(chromiumOptions()) });
test.skip(!hasDavServers, noDavServers);
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ferry-modal-copy-'));
  [source, destination] = await Promise.all([startDavServer('radicale'), startDavServer('xandikos')]);
  await source.fill('people', cards('p', 30));
  await source.fill('A book of friends whose name is far too long for one line of a card', cards('f', 5));
  // Xandikos splits a category at its comma.
  const categories = entry('e7').replace('END:VEVENT', 'CATEGORIES:A\\,B\r\nEND:VEVENT');
  await source.fill('office', [...entries(7), ['e7.ics', categories]]);
  gate = await startPoisonedServer(source, new Map([['p3.vcf', { answer: undefined }]]));
  const { url: address, user, password } = destination;
  const file = path.join(folder, 'providers.json');
  const content = {
    sources: [{ name: 'Harbour Mail', kind: 'dav', address: gate.url }],
    destinations: [{ organization: 'Brightwater', kind: 'dav', address, user, password }],
    allow_loopback: true,
  };
  writeFileSync(file, JSON.stringify(content));
  service = await startFerryService('--providers', file);
});
test.afterAll(async () => {
  await service?.stop();
  gate?.close();
  await Promise.all([source?.close(), destination?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const json = async (address: string, bearer: string, body: unknown): Promise<Record<string, string>> => {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const reply = await fetch(`${service.url}/api/v1/${address}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await reply.json()) as Record<string, string>;
};

/** Opens a modal as a top-level page. */
const openModal = async (page: Page): Promise<void> => {
  const token = await service.linkToken();
  const { access_token: accessToken = '' } = await json('access-token', token, { link_token: token });
  const { url = '' } = await json('migration-modal', accessToken, { user_id: 'ada@example.com' });
  await page.goto(url);
  await expect(heading(page)).toHaveText('Log in to Harbour Mail');
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const logIn = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Email').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Log in').click();
};

/** Replaces an item at the destination, as its owner would. */
const changeAtDestination = async (
  uid: string,
  content: string,
  type: 'text/vcard' | 'text/calendar',
): Promise<void> => {
  const [home, end] = type === 'text/vcard' ? ['contacts', '.vcf'] : ['calendars', '.ics'];
  for (const place of await destination.all(`/ada/${home}/`, end)) {
    const reply = await destination.request('GET', place);
    if (!new RegExp(`^UID:${uid}\\r?$`, 'm').test(await reply.text())) continue;
    const changeResult = await destination.request('PUT', place, content, { 'content-type': type });
    expect(changeResult.ok).toBe(true);
    return;
  }
  throw new Error(`no item ${uid} at the destination`);
};

/** Saves screenshots of a step, light and dark, wide and narrow, with the test results. */
const look = async (page: Page, name: string): Promise<void> => {
  for (const [width, height] of [
    [1280, 800],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: test.info().outputPath(`${name} ${width} ${colorScheme}.png`) });
    }
    expect([name, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width, width]);
    expect([name, width, await findingsHere(page)]).toEqual([name, width, []]);
  }
};

test(
  'in a real copy, the user selects collections, follows the progress, logs in again, answers and sees the counts',
  { tag: '@X29' },
  async ({ page }) => {
    test.setTimeout(240_000);
    await openModal(page);
    await look(page, 'log-in');
    await logIn(page, 'nothing like it');
    await expect(page.getByRole('alert').filter({ hasText: 'rejected this user name or password' })).toBeVisible();
    await logIn(page, 'secret');
    await expect(heading(page)).toHaveText('Copy to Brightwater?');
    const people = page.getByRole('checkbox', { name: /people/ });
    const friends = page.getByRole('checkbox', { name: /friends/ });
    const office = page.getByRole('checkbox', { name: /office/ });
    await expect(people).toBeChecked();
    await expect(office).toBeChecked();
    await expect(page.getByRole('listitem').filter({ has: office })).toContainText('8');
    await expect(page.getByRole('listitem').filter({ has: people })).toContainText('30');
    await look(page, 'choose');
    await friends.uncheck();
    await people.uncheck();
    await office.uncheck();
    await expect(button(page, 'Start')).toBeDisabled();
    await people.check();
    await office.check();

    gate.limit = 12;
    await button(page, 'Start').click();
    await expect(heading(page)).toHaveText('Copying your data');
    await expect(page.getByRole('listitem').filter({ hasText: /people/ })).toContainText(/\d+ of 30/, {
      timeout: 30_000,
    });
    await expect(page.getByRole('listitem').filter({ hasText: /friends/ })).toHaveCount(0);
    await page.route('**/state', async (route) => {
      const reply = await route.fetch();
      const remaining = { seconds: 150, because: 'slower_source' };
      await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), remaining } });
    });
    await expect(page.getByRole('main')).toContainText('Harbour Mail is slower than before. About 3 min left.');
    await look(page, 'copying');
    await page.unrouteAll({ behavior: 'wait' });

    gate.password = 'another';
    gate.limit = Infinity;
    await expect(heading(page)).toHaveText('Log in to Harbour Mail', { timeout: 30_000 });
    await expect(page.getByRole('main')).toContainText('The copy was interrupted. Log in again');
    await expect(button(page, 'Choose another service')).toBeHidden();
    await look(page, 'password again');
    await logIn(page, 'another');
    await expect(heading(page)).toHaveText('Done, but 1 item is missing', { timeout: 60_000 });
    await expect(page.getByRole('listitem').filter({ hasText: /people/ })).toContainText('29 of 30');
    await expect(page.getByRole('listitem').filter({ hasText: /office/ })).toContainText('8');
    expect(destination.copied().size).toBe(37);
    await expect(page.getByText('The new server changed 1 item: 1 in office.')).toBeVisible();
    await button(page, 'Show changes').click();
    const changes = page.getByRole('list', { name: 'Changes' });
    await expect(changes).toHaveText('officeCATEGORIES: A\\,B → A,B');
    await expect(changes).toBeFocused();
    await look(page, 'gaps');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download receipt' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^ferry-receipt-[-\da-f]{36}[.]json$/);
    const { receipt } = JSON.parse(readFileSync(await download.path(), 'utf8')) as ReceiptFile;
    expect(receipt).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', failed: 1, altered: 1, total: 38 });

    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Download failed items' }).click();
    const popup = await opening;
    await expect(heading(popup)).toHaveText('Download failed items');
    await popup.getByLabel('Password').fill('wrong');
    await button(popup, 'Download failed items').click();
    await expect(popup.getByRole('alert')).toHaveText('Harbour Mail rejected this user name or password.');
    await look(popup, 'download failed items');
    await popup.getByLabel('Password').fill('another');
    const zipping = popup.waitForEvent('download');
    await button(popup, 'Download failed items').click();
    const zip = await zipping;
    expect(zip.suggestedFilename()).toMatch(/^ferry-failed-items-[-\da-f]{36}[.]zip$/);
    const { 'Items not in this file.txt': list, ...files } = unzipSync(readFileSync(await zip.path()));
    expect([Object.keys(files), strFromU8(list ?? new Uint8Array())]).toEqual([
      [],
      expect.stringMatching(/\d people\/1 p3[.]vcf: deleted in Harbour Mail/),
    ]);
    await popup.close();

    await button(page, 'Retry failed items').click();
    await expect(heading(page)).toHaveText('Log in to Harbour Mail');
    await expect(button(page, 'Choose another service')).toBeHidden();
    await logIn(page, 'another');
    await expect(heading(page)).toHaveText('Retry failed items?');
    await expect(page.getByRole('listitem')).toHaveText(['people1']);
    await look(page, 'retry');
    await button(page, 'Start').click();
    await expect(heading(page)).toHaveText('Done, but 1 item is missing', { timeout: 60_000 });
    await expect(page.getByRole('listitem').filter({ hasText: /people/ })).toContainText('0 of 1');
    await look(page, 'retried');

    await source.request('PUT', '/ada/people/p0.vcf', card('p0', 'Changed'), { 'content-type': 'text/vcard' });
    const moved = entry('e0').replace('T090000Z', 'T100000Z');
    await source.request('PUT', '/ada/office/e0.ics', moved, { 'content-type': 'text/calendar' });
    await changeAtDestination('p0', card('p0', 'Changed there'), 'text/vcard');
    await changeAtDestination('e0', entry('e0').replace('T090000Z', 'T110000Z'), 'text/calendar');
    await openModal(page);
    await logIn(page, 'another');
    await button(page, 'Start').click();
    await expect(heading(page)).toHaveText('One question', { timeout: 60_000 });
    await expect(page.getByRole('main')).toContainText('2 items already exist in Brightwater with different content.');
    await look(page, 'question');
    await page.getByRole('radio', { name: 'Keep both' }).check();
    await button(page, 'Continue').click();
    await expect(heading(page)).toHaveText('Done, but 1 item is missing', { timeout: 60_000 });

    await openModal(page);
    await logIn(page, 'another');
    await people.uncheck();
    await office.uncheck();
    await button(page, 'Start').click();
    await expect(heading(page)).toHaveText('All done', { timeout: 60_000 });
    await expect(page.getByRole('listitem').filter({ hasText: /friends/ })).toContainText('5');
    await look(page, 'done');
    // The total has the two different items and the five friends, besides 29 cards and 8 entries.
    expect(destination.copied().size).toBe(44);

    await openModal(page);
    for (let attempt = 0; attempt < 6; attempt++) {
      await logIn(page, `wrong ${attempt}`);
      await expect(page.locator('#card.busy')).toHaveCount(0);
    }
    await expect(heading(page)).toHaveText('Too many wrong passwords', { timeout: 30_000 });
    await look(page, 'too many tries');
  },
);
