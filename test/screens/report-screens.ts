import { migrationOf, type StandInService } from '#test/fixtures/service/stand-in-service.ts';
import type { Screen } from './screens.ts';

const first = migrationOf(1, { status: 'COMPLETED_WITH_FAILURES' });
const address = '/api/v1/migrations';
const report = `/reports/v1/migrations/${first.id}`;

const collection = (
  name: string,
  kind: string,
  [copied, skipped, failed]: readonly [number, number, number],
  ...reasons: readonly (readonly [string, number])[]
) => ({
  id: `/ada/${name}/`,
  name,
  kind,
  total: copied + skipped + failed,
  copied,
  skipped,
  failed,
  pending: 0,
  reasons: reasons.map(([reason, count]) => ({ reason, count })),
});
const collections = [
  collection('Customers', 'contacts', [1_204, 0, 0]),
  collection(
    'Łódzkie Zakłady Odzieżowe: delivery dates',
    'calendar',
    [8_310, 12, 3],
    ['refused', 3],
    ['already_there', 12],
  ),
  collection('جهات الاتصال', 'contacts', [0, 0, 24], ['too_large', 20], ['altered', 4]),
];
const sum = (of: 'total' | 'copied' | 'skipped' | 'failed') => collections.reduce((all, one) => all + one[of], 0);
const items = Array.from({ length: 27 }, (_, index) => ({
  collection: collections[index < 3 ? 1 : 2]?.id,
  kind: index < 3 ? 'calendar' : 'contacts',
  item: `${collections[index < 3 ? 1 : 2]?.id}7d1f${String(index).padStart(4, '0')}.${index < 3 ? 'ics' : 'vcf'}`,
  state: 'failed',
  reason: index < 3 ? 'refused' : index < 23 ? 'too_large' : 'altered',
  place: null,
}));

const serve = (service: StandInService, hasReports: boolean): void => {
  service.answer(address, { body: { results: [first, migrationOf(2)], page: { size: 25, total: 2 } } });
  service.answer(`${address}/${first.id}`, { body: first });
  const body = hasReports ? { version: '1.0.0', reports: true } : { version: '0.9.0' };
  service.answer('/.well-known/ferry', { body });
  service.answer(report, {
    body: {
      object: 'report',
      migration_id: first.id,
      status: first.status,
      is_practice: false,
      began: '2026-11-20T12:00:00.000Z',
      ended: '2026-11-20T12:05:00.000Z',
      kept_until: '2027-02-18T12:05:00.000Z',
      total: sum('total'),
      copied: sum('copied'),
      skipped: sum('skipped'),
      failed: sum('failed'),
      pending: 0,
      collections,
    },
  });
  service.answer(`${report}/items`, {
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  });
};

/** What was copied of a migration, in its drawer. */
export const reportScreens: readonly Screen[] = [
  {
    name: 'report',
    path: `/migrations?open=${first.id}`,
    service: (service) => serve(service, true),
    ready: (page) => page.getByRole('region', { name: 'What was copied' }).getByRole('table'),
  },
  {
    name: 'report-items',
    path: `/migrations?open=${first.id}`,
    service: (service) => serve(service, true),
    act: async (page) => {
      await page.getByRole('button', { name: /^Show the 39 items/ }).click();
      await page.getByRole('list', { name: 'Items that were not copied' }).getByRole('listitem').first().waitFor();
      await page.getByRole('region', { name: 'What was copied' }).scrollIntoViewIfNeeded();
    },
    ready: (page) => page.getByRole('list', { name: 'Items that were not copied' }),
  },
  {
    name: 'report-none',
    path: `/migrations?open=${first.id}`,
    service: (service) => serve(service, false),
    ready: (page) => page.getByText('This service keeps no reports'),
  },
];
