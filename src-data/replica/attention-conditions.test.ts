import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AttentionKind, attentionKinds } from '#shared/attention.ts';
import { type LoadedQuery, loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { openDataInProcess } from '../testing/data-in-process.ts';

const hourMs = 60 * 60_000;
const now = Date.parse('2026-11-20T14:30:30.000Z');
const stuckHours = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };
const place = { profileId: 'p', resource: 'migrations' } as const;
const idOf = (row: number) => `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`;

interface Row {
  readonly status: string;
  readonly hours: number;
}

/** Opens a data process with these rows loaded. */
async function open(rows: readonly Row[]) {
  const ask = openDataInProcess();
  const results = rows.map(({ status, hours }, row) => ({
    id: idOf(row),
    created: new Date(now - hours * hourMs).toISOString(),
    status,
    created_by_user_id: 'ada@example.com',
    company_id: idOf(9_000),
  }));
  const text = JSON.stringify({ results, page: { total: rows.length } });
  await ask('beginRows', { ...place, load: 'l' });
  await ask('keepPages', { ...place, load: 'l', pages: [{ page: 1, pageSize: 100, at: now, text, before: null }] });
  const list = async (
    attention: LoadedQuery['attention'],
    at = now,
    resource: 'migrations' | 'companies' = 'migrations',
  ) => {
    const query = { ...loadedQuerySchema.parse({}), attention };
    const request = { ...place, resource, query, attention: { now: at, stuckHours }, at };
    return ask('windowOfRows', { ...request, offset: 0, limit: 200 });
  };
  const ids = async (...request: Parameters<typeof list>) =>
    (await list(...request)).rows.map(({ id }) => Number(id.slice(-6))).sort((one, other) => one - other);
  return { ask, ids };
}

/** Returns the kind of a row by the product's rules, independent of the code under test. */
const kindOf = ({ status, hours }: Row): AttentionKind | null => {
  if (status === 'WORKING' && hours >= 1) return 'stuck';
  if ((status === 'PENDING_USER_INPUT' || status === 'NOT_STARTED') && hours >= 24) return 'stuck';
  if (status === 'FAILED') return 'failed';
  if (status === 'PENDING_USER_INPUT') return 'waiting';
  return status === 'COMPLETED_WITH_FAILURES' ? 'partial' : null;
};

test(
  'the attention list has the rows with the chosen reasons, without rows marked as handled',
  { tags: '@C44' },
  async () => {
    const row = fc.record({
      status: fc.constantFrom(...migrationStatuses, 'NEW_ONE'),
      hours: fc.constantFrom(0, 0.5, 0.99, 1, 5, 23.9, 24, 400),
      handled: fc.constantFrom(null, 'as it is', 'in another status'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), fc.subarray([...attentionKinds]), async (rows, wanted) => {
        const { ask, ids } = await open(rows);
        const marks = rows.flatMap(({ status, handled }, at) =>
          handled === null ? [] : [{ id: idOf(at), status: handled === 'as it is' ? status : 'NOT_READY' }],
        );
        await ask('markHandled', { profileId: 'p', migrations: marks, at: now });
        const isHandled = ({ status, handled }: (typeof rows)[number]) =>
          handled === 'as it is' || (handled === 'in another status' && status === 'NOT_READY');
        const expected = rows.flatMap((each, at) => {
          const kind = isHandled(each) ? null : kindOf(each);
          return wanted.length === 0 || (kind !== null && wanted.includes(kind)) ? [at] : [];
        });
        expect(await ids(wanted)).toEqual(expected);
        const { attention } = await ask('overview', { profileId: 'p', sample: null, now, stuckHours });
        const all = await ids([...attentionKinds]);
        expect(Object.values(attention.counts).reduce((sum, count) => sum + count, 0)).toBe(all.length);
      }),
    );
  },
);

test(
  'the attention list changes when a mark is set or removed, a status changes, or time passes',
  { tags: '@C44' },
  async () => {
    const { ask, ids } = await open([
      { status: 'FAILED', hours: 2 },
      { status: 'WORKING', hours: 0.5 },
    ]);
    const all = [...attentionKinds];
    expect(await ids(all)).toEqual([0]);
    await ask('markHandled', { profileId: 'p', migrations: [{ id: idOf(0), status: 'FAILED' }], at: now });
    expect(await ids(all)).toEqual([]);
    await ask('reopen', { profileId: 'p', ids: [idOf(0)], at: now });
    expect(await ids(all)).toEqual([0]);
    expect(await ids(all, now + hourMs)).toEqual([0, 1]);
    await ask('freshenRows', {
      profileId: 'p',
      isWhole: false,
      at: null,
      rows: [{ id: idOf(1), status: 'COMPLETED_WITH_FAILURES', created: null, createdByUserId: null, companyId: null }],
    });
    expect(await ids(['partial'])).toEqual([1]);
    expect(await ids(['stuck'], now + hourMs)).toEqual([]);
    expect(await ids(all, now, 'companies')).toEqual([]);
  },
);

test(
  'the attention list shows the longest stuck rows first, then the newest, unless the user chooses a sort order',
  { tags: '@C44' },
  async () => {
    const row = fc.record({
      status: fc.constantFrom(...migrationStatuses),
      hours: fc.constantFrom(0, 0.5, 2, 5, 30, 400),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const { ask } = await open(rows);
        const listed = async (sort: LoadedQuery['sort']) => {
          const query = { ...loadedQuerySchema.parse({}), attention: [...attentionKinds], sort };
          const request = { ...place, query, attention: { now, stuckHours }, at: now, offset: 0, limit: 200 };
          const { rows: found } = await ask('windowOfRows', request);
          return found.flatMap((each) => rows[Number(each.id.slice(-6))] ?? []);
        };
        const queue = await listed(null);
        const stuck = queue.filter((each) => kindOf(each) === 'stuck');
        const others = queue.filter((each) => kindOf(each) !== 'stuck');
        expect(queue).toEqual([...stuck, ...others]);
        expect(stuck.map(({ hours }) => hours)).toEqual(stuck.map(({ hours }) => hours).sort((a, b) => b - a));
        expect(others.map(({ hours }) => hours)).toEqual(others.map(({ hours }) => hours).sort((a, b) => a - b));
        const oldest = await listed({ column: 'created', direction: 'ascending' });
        expect(oldest.map(({ hours }) => hours)).toEqual(oldest.map(({ hours }) => hours).sort((a, b) => b - a));
      }),
    );
  },
);
