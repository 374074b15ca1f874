import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDataInProcess } from '../testing/data-in-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-overview-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const visitedAt = Date.parse('2026-11-20T08:00:00.000Z');
const now = Date.parse('2026-11-20T14:30:00.000Z');
const place = { profileId: 'p', resource: 'migrations' } as const;
const stuckHours = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };
const rowOf = (id: string, status: string, created: string) => ({ id, status, created, created_by_user_id: 'ada' });

test('the overview counts the migrations that changed since the last visit', { tags: '@C32' }, async () => {
  const open = () => openDataInProcess((name) => path.join(folder, `${name}.db`));
  const observe = (ask: ReturnType<typeof open>, status: string, at: number) =>
    ask('freshenRows', {
      profileId: 'p',
      at,
      isWhole: false,
      rows: [{ id: 'old', status, created: null, createdByUserId: null, companyId: null }],
    });
  const first = open();
  expect(await first('lastVisit', { profileId: 'p' })).toEqual({ at: null });
  expect(await first('overview', { profileId: 'p', sample: [], now, stuckHours })).toMatchObject({ visit: null });
  await observe(first, 'WORKING', visitedAt);
  // Waits until the observation is stored.
  await first('timeline', { profileId: 'p', migrationId: 'old' });

  const next = open();
  await observe(next, 'FAILED', now);
  const results = [
    rowOf('old', 'FAILED', '2026-11-01T00:00:00Z'),
    rowOf('new', 'WORKING', '2026-11-20T09:00:00Z'),
    rowOf('same', 'FAILED', '2026-11-02T00:00:00Z'),
  ];
  const text = JSON.stringify({ results, page: { total: 3 } });
  await next('beginRows', { ...place, load: 'l' });
  await next('keepPages', { ...place, load: 'l', pages: [{ page: 1, pageSize: 100, at: now, text, before: null }] });
  const at = new Date(visitedAt + 1).toISOString();
  expect(await next('lastVisit', { profileId: 'p' })).toEqual({ at });
  const { visit } = await next('overview', { profileId: 'p', sample: null, now, stuckHours });
  expect(visit).toEqual({ at, changed: 2, failed: 1 });
});
