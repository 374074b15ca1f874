import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import type { Screen } from './screens.ts';

const list = '/api/v1/migrations';
const idOf = (row: number) => `11111111-0000-4000-8000-${String(row).padStart(12, '0')}`;
const statuses = [
  'WORKING',
  'COMPLETE',
  'PENDING_USER_INPUT',
  'COMPLETED_WITH_FAILURES',
  'FAILED',
  'NOT_STARTED',
  'LOGIN_ABANDONED',
];
/** As companies and people are called: long ones, and ones that are written from the right. */
const names = [
  'Kestrel Robotics GmbH',
  'شركة النخيل للتجارة الدولية والمقاولات العامة المحدودة',
  'Łódzkie Zakłady Odzieżowe Spółka z ograniczoną odpowiedzialnością',
  'חברת הדרום למסחר ושיווק בע״מ (2019)',
  'Würzburger Präzisionswerkzeuge & Söhne Verwaltungsgesellschaft mbH & Co. Kommanditgesellschaft',
  '東京海上精密機械工業株式会社',
];
const people = [
  'finance@kestrel-robotics.example',
  'محمد.العتيبي@nakheel.example',
  'ksiegowosc.i.rozliczenia.miedzynarodowe@lodzkie-zaklady-odziezowe.example',
  'דנה.כהן@darom.example',
  'buchhaltung-und-controlling-zentrale@wuerzburger-praezisionswerkzeuge.example',
  'keiri@tokyo-seimitsu.example',
];
const hourMs = 60 * 60_000;
const at = Date.parse('2026-11-20T14:31:00Z');

/** Rows of every status, some of them in it for too long. */
const rowsOf = (count: number, firstStatus?: string) =>
  Array.from({ length: count }, (_, row) =>
    migrationOf(row + 1, {
      status: row === 0 && firstStatus !== undefined ? firstStatus : (statuses[row % statuses.length] ?? 'COMPLETE'),
      created: new Date(at - row * (row % 4 === 2 ? 9 : 1.4) * hourMs).toISOString(),
      created_by_user_id: people[row % people.length],
      company_id: row % 9 === 8 ? null : idOf(row % names.length),
    }),
  );

/** Answers both lists with as many rows, page by page. */
const serve = (service: StandInService, count: number, firstStatus?: string): void => {
  const rows = rowsOf(count, firstStatus);
  service.answer(list, (request, reply) => {
    const { searchParams } = new URL(request.url ?? '', service.url);
    const size = Number(searchParams.get('page_size') ?? 25);
    const from = (Number(searchParams.get('page') ?? 1) - 1) * size;
    const body = { results: rows.slice(from, from + size), page: { size, total: count } };
    reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  for (const row of rows.slice(0, 25)) service.answer(`${list}/${row.id}`, { body: row });
  const companies = names.map((name, row) => ({
    object: 'company',
    id: idOf(row),
    created: new Date(at - row * 30 * hourMs).toISOString(),
    source_provider: row % 2 === 0 ? 'Tallyroom' : 'Ledgerline',
    provider_company_id: `TR-${7740 + row}`,
    provider_company_name: name,
  }));
  service.answer('/api/v1/companies', { body: { results: companies, page: { size: 25, total: companies.length } } });
};

/** A production profile at the stand-in, with its rows loaded where they are so few. */
const asProduction = async (page: Page, service: StandInService, path = '/migrations'): Promise<void> => {
  const facts = { name: 'Brightwater', environment: 'production', baseURL: service.url };
  const { id } = await mustCall<{ id: string }>(page, 'profiles', 'add', facts);
  await mustCall(page, 'apiKey', 'set', { profileId: id, key: 'ferry_live_stand_in_0000', storage: 'session' });
  await mustCall(page, 'profiles', 'switch', { id });
  await page
    .getByRole('button', { name: 'Profile', exact: true })
    .getByText('Brightwater')
    .or(page.locator('.prod-tag'))
    .first()
    .waitFor({ state: 'attached' });
  await mustCall(page, 'companies', 'list', { page: 1, pageSize: 100 });
  await page.evaluate((route) => (location.hash = route), path);
};
const loaded = async (page: Page): Promise<void> => {
  await mustCall(page, 'loaded', 'start', { resource: 'migrations', confirmed: true });
  const state = () => mustCall<{ phase: string }>(page, 'loaded', 'state', { resource: 'migrations' });
  for (let tries = 0; (await state()).phase !== 'complete' && tries < 600; tries += 1) await page.waitForTimeout(50);
};
const tableRow = (page: Page) =>
  page.getByRole('table', { name: 'Migrations' }).locator('tbody tr[data-row-id]').first();
const some = (service: StandInService): void => serve(service, 60);

/** What a support desk has before it: production, what is stuck, what has changed, what cannot be read, and much of it. */
export const deskScreens: readonly Screen[] = [
  {
    name: 'desk-production',
    path: '/migrations',
    service: some,
    act: (page, service) => asProduction(page, service),
    ready: tableRow,
  },
  {
    name: 'desk-attention',
    path: '/migrations',
    service: some,
    act: async (page, service) => {
      await asProduction(page, service);
      await loaded(page);
      await page.evaluate(
        () => (location.hash = '/migrations?view=all&attention=["stuck","failed","waiting","partial"]'),
      );
    },
    ready: (page) => page.getByRole('button', { name: /Needs attention Any reason|Filter, 1 set/ }).first(),
  },
  {
    name: 'desk-overview',
    path: '/migrations',
    service: some,
    act: async (page, service) => {
      await asProduction(page, service);
      await loaded(page);
      await page.evaluate(() => (location.hash = '/overview'));
    },
    ready: (page) => page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first(),
  },
  {
    name: 'desk-changed',
    path: '/migrations',
    service: some,
    act: async (page, service, tick) => {
      await asProduction(page, service);
      await tableRow(page).waitFor();
      tick();
      serve(service, 60, 'FAILED');
      await page.keyboard.press('F5');
    },
    ready: (page) => page.getByText('Changed at the last refresh').first(),
  },
  {
    name: 'desk-drawer-names',
    path: '/migrations',
    service: some,
    act: async (page, service) => {
      await asProduction(page, service);
      await tableRow(page).waitFor();
      const row = page.getByRole('table', { name: 'Migrations' }).locator('tbody').getByRole('row').nth(4);
      await row.press('Enter');
    },
    ready: (page) => page.getByRole('complementary', { name: 'Migration', exact: true }),
  },
  {
    name: 'desk-selection',
    path: '/migrations',
    service: some,
    act: async (page, service) => {
      await asProduction(page, service);
      await tableRow(page).waitFor();
      for (const row of [1, 2, 4]) {
        await page
          .getByRole('table', { name: 'Migrations' })
          .locator('tbody tr')
          .nth(row)
          .getByRole('checkbox')
          .click();
      }
    },
    ready: (page) => page.getByRole('toolbar', { name: 'Selected rows' }),
  },
  {
    name: 'desk-company',
    path: '/migrations',
    service: some,
    act: async (page, service) => {
      await asProduction(page, service);
      await loaded(page);
      await page.evaluate((id) => (location.hash = `/companies/${id}`), idOf(4));
    },
    ready: (page) => page.getByRole('region', { name: 'People' }),
  },
  {
    name: 'desk-watch-failed',
    path: '/migrations',
    service: some,
    act: async (page, service) => {
      await asProduction(page, service);
      await tableRow(page).waitFor();
      service.answer(`${list}/${migrationOf(1).id}`, { body: rowsOf(1)[0] });
      service.answer(`${list}/${migrationOf(3).id}`, { status: 404, body: { type: 'not_found', message: 'None.' } });
      for (const row of [1, 3]) await mustCall(page, 'watch', 'add', { id: migrationOf(row).id });
      await page
        .getByRole('button', { name: /^Watch/ })
        .first()
        .click();
    },
    ready: (page) => page.getByText(/not found|No migration|could not be read/i).first(),
  },
  {
    name: 'desk-20000',
    path: '/migrations',
    service: (service) => serve(service, 20_000),
    act: async (page, service) => {
      await asProduction(page, service);
      await loaded(page);
      await page.evaluate(() => (location.hash = '/migrations?view=all'));
    },
    ready: tableRow,
  },
  {
    name: 'desk-alerts',
    path: '/migrations',
    service: some,
    act: async (page, service) => {
      await asProduction(page, service);
      await tableRow(page).waitFor();
      for (const [row, status] of [
        ['WORKING', 'FAILED'],
        ['FAILED', 'COMPLETE'],
        ['COMPLETE', 'FAILED'],
      ]) {
        serve(service, 60, row);
        await mustCall(page, 'migrations', 'list', { page: 1, pageSize: 25 });
        serve(service, 60, status);
        await mustCall(page, 'migrations', 'list', { page: 1, pageSize: 25 });
      }
      // As where a person has refused the browser's notifications.
      await page.evaluate(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
      await page.evaluate(() => (location.hash = '/alerts'));
      await page.locator('.alert-badge').waitFor();
      await page.getByRole('button', { name: 'New rule' }).click();
      await page.getByLabel('When any').selectOption({ label: 'more than N in 1 h…' });
    },
    ready: (page) => page.getByRole('form', { name: 'New rule' }),
  },
];
