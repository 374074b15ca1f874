import { expect, test } from 'vitest';
import type { AttentionKind } from '#shared/attention.ts';
import { attentionLines, attentionTotal, type CardKind, addChangedMigrations } from './attention-lines.ts';

const line = (kind: AttentionKind, id: string, minutes: number) => ({
  kind,
  migration: {
    id,
    status: 'FAILED',
    created: new Date(minutes * 60_000).toISOString(),
    createdByUserId: null,
    companyId: null,
    companyName: null,
    provider: null,
    since: null,
    seenSince: null,
    changed: null,
  },
});

test(
  'stuck migrations come first by age, then other migrations newest first, six in total, and the counts add up',
  { tags: '@C44' },
  () => {
    const complete = [line('failed', 'c7.5', 7.5), line('failed', 'c9.5', 9.5)].map(({ migration }) => migration);
    const lines = [
      line('stuck', 's1', 50),
      line('stuck', 's2', 60),
      ...[10, 9, 8, 7, 6, 5].map((minutes) => line('failed', `f${minutes}`, minutes)),
      line('partial', 'p', 8.5),
    ];
    const attention = { counts: { stuck: 2, failed: 11, waiting: 0, partial: 1 }, handled: 0, lines, complete };
    const shown = addChangedMigrations(attention, new Set(['c9.5']));
    const ids = (kind: CardKind | 'all') => attentionLines(shown.lines, kind).map(({ migration }) => migration.id);
    expect(ids('all')).toEqual(['s1', 's2', 'f10', 'c9.5', 'f9', 'p']);
    expect(ids('changed')).toEqual(['c9.5']);
    expect(ids('partial')).toEqual(['p']);
    expect(ids('waiting')).toEqual([]);
    expect(attentionTotal(shown.counts)).toBe(15);
  },
);
