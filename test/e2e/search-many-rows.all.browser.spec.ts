import type { ServerResponse } from 'node:http';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const total = 20_000;

/**
 * Makes the service list 20,000 migrations. It answers a page when `may` allows it. Returns the pages whose client
 * disconnected.
 */
function serveManyPages(fakeService: FakeService, may: (page: number) => Promise<void>): readonly number[] {
  const givenUp: number[] = [];
  fakeService.answer('/api/v1/migrations', (request, reply: ServerResponse) => {
    const requestUrl = new URL(request.url ?? '/', fakeService.url).searchParams;
    const [page, size] = ['page', 'page_size'].map((name) => Number(requestUrl.get(name))) as [number, number];
    const results = Array.from({ length: size }, (_, index) => migrationOf((page - 1) * size + index + 1));
    reply.once('close', () => void (reply.writableEnded || givenUp.push(page)));
    void may(page).then(() =>
      reply
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ results, page: { size, total } })),
    );
  });
  return givenUp;
}

test(
  'a search of 20,000 rows shows its progress, and after Stop says what it searched and sends no further requests',
  { tag: '@C45' },
  async ({ console: { page, pageErrors }, fakeService }) => {
    let heldCount = 4;
    const waiting: (() => void)[] = [];
    const givenUp = serveManyPages(fakeService, (number) =>
      number < heldCount ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
    );
    await mustCall(page, 'settings', 'change', { loadAllBySelf: false });
    await useProfile(page, fakeService.url);
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.type('person-250@example.com');
    await expect(palette.entry(/Search all profiles for/)).toBeVisible();
    await page.keyboard.press('Alt+Enter');
    const dialog = page.getByRole('dialog', { name: 'Search all profiles' });
    const searchedItem = dialog.getByRole('listitem', { name: 'Brightwater' });
    await expect(searchedItem).toContainText('Searching, 300 of 20,000');
    await expect(searchedItem.getByRole('button', { name: /person-250@example\.com/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(searchedItem).toContainText('Stopped, 300 of 20,000');
    await expect.poll(() => givenUp).toEqual([4]);
    const requestCount = fakeService.requests.length;
    heldCount = Number.POSITIVE_INFINITY;
    for (const release of waiting.splice(0)) release();
    await expect(dialog.getByRole('button', { name: 'Search again' })).toBeVisible();
    await mustCall(page, 'migrations', 'list', { page: 1, pageSize: 25 });
    // The service received no request except the list request above.
    expect(fakeService.requests.slice(requestCount)).toHaveLength(1);
    await expect(searchedItem).toContainText('Stopped, 300 of 20,000');
    await dialog.getByRole('button', { name: 'Search again' }).click();
    await expect(searchedItem).toContainText('The newest 1,000 of 20,000 searched');
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(pageErrors).toEqual([]);
  },
);

test(
  'while 20,000 rows load, the palette says how many rows it has searched, and finds one of the last rows',
  { tag: '@C45' },
  async ({ console: { page, pageErrors }, fakeService }) => {
    let release = () => undefined as void;
    const rest = new Promise<void>((resolve) => (release = resolve));
    serveManyPages(fakeService, (number) => (number <= 100 ? Promise.resolve() : rest));
    await mustCall(page, 'settings', 'change', { loadAllBySelf: false });
    await useProfile(page, fakeService.url);
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    await mustCall(page, 'loaded', 'start', { resource: 'migrations' });
    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.type('person-19990@example.com');
    await expect(palette.dialog.getByText(/^10,000 of 20,000 searched, loading$/)).toBeVisible();
    release();
    await expect(palette.dialog.getByText('All 20,000 migrations in Brightwater searched')).toBeVisible();
    await palette
      .group('Migrations')
      .getByRole('option', { name: /person-19990@/ })
      .click();
    await expect(new TablePage(page, 'Migrations').drawer).toContainText(migrationOf(19_990).id);
    await new LoadedPage(page, 'Migrations').untilComplete();
    expect(pageErrors).toEqual([]);
  },
);
