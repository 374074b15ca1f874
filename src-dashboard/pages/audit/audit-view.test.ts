import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditKindNames } from '#shared/dashboard-api/audit-kinds.ts';
import { auditQuerySchema } from '#shared/dashboard-api/audit-query.ts';
import { parseDays } from '#ui/filters/days-choice.ts';
import { type AuditView, callQuery, readView, viewQuery } from './audit-view.ts';

const now = new Date('2026-11-20T14:31:48.000Z');
const number = fc.integer({ min: 1, max: 999_999_999_999_999 }).map(String);
const cursor = fc.oneof(
  fc.constant({ before: null, after: null }),
  number.map((before) => ({ before, after: null })),
  number.map((after) => ({ before: null, after })),
);
const views: fc.Arbitrary<AuditView> = fc
  .tuple(
    fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), { nil: null }),
    fc.constantFrom(null, ...auditKindNames),
    fc.constantFrom(null, 'today', '7d', '30d', '2026-11-01..2026-11-20', '..2026-11-20', '2026-11-01..'),
    cursor,
  )
  .map(([by, kind, days, place]) => ({ by, kind, days: parseDays(days), ...place }));

test(
  'dashboard: every view of the audit log has a URL that opens it again and a query that the service accepts',
  { tags: '@X24' },
  () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(readView(new URLSearchParams(viewQuery(view).toString()))).toEqual(view);
        const requestUrl = Object.fromEntries(new URLSearchParams(callQuery(view, now)));
        expect(auditQuerySchema.safeParse(requestUrl).success).toBe(true);
      }),
    );
  },
);

test('dashboard: invalid audit filters in the URL are ignored', { tags: '@X24' }, () => {
  const wrong = 'kind=everything&days=soon&before=-1&after=0&by=';
  expect([...viewQuery(readView(new URLSearchParams(wrong)))]).toEqual([]);
  expect(readView(new URLSearchParams('before=4&after=2'))).toMatchObject({ before: '4', after: null });
});
