import type { DatabaseSync } from 'node:sqlite';
import { alertLimits } from '#shared/alert-limits.ts';
import type { AlertNotice, GapReason } from '#shared/console-contract/alerts-calls.ts';
import { watchedGapMs } from '#shared/data-messages/data-calls.ts';
import { timeText } from '../storage/read-value.ts';

type Notice<Kind extends AlertNotice['kind']> = Extract<AlertNotice, { kind: Kind }>;
type QuietSummary = Pick<Notice<'quiet'>, 'count' | 'what'>;

/** Minimum ms between two writes of the last read time, and so the maximum error of a gap after a restart. */
const saveReadEveryMs = 30_000;

export function createAlertNotices(database: DatabaseSync) {
  const lastRead = database.prepare('SELECT at FROM looks WHERE profile = ?');
  const saveRead = database.prepare('INSERT OR REPLACE INTO looks (profile, at) VALUES (?, ?)');
  const removeRead = database.prepare('DELETE FROM looks WHERE profile = ?');
  const add = database.prepare('INSERT INTO notices (profile, kind, began, ended, about) VALUES (?, ?, ?, ?, ?)');
  const all = database.prepare(
    'SELECT kind, began, ended, about FROM notices WHERE profile = ? AND ended >= ? ORDER BY id DESC LIMIT ?',
  );
  const dropBeyond = database.prepare(`
    DELETE FROM notices WHERE profile = :profile AND id <= (
      SELECT id FROM notices WHERE profile = :profile ORDER BY id DESC LIMIT 1 OFFSET :max)`);
  const removeAll = database.prepare('DELETE FROM notices WHERE profile = ?');
  // The last summed alert has its own table, because old notices are deleted.
  const lastSummed = database.prepare('SELECT last FROM summed WHERE profile = ?');
  const insertSummed = database.prepare('INSERT OR REPLACE INTO summed (profile, last) VALUES (?, ?)');
  const removeSummed = database.prepare('DELETE FROM summed WHERE profile = ?');
  const quietCounts = database.prepare(`
    SELECT max(id) AS last, min(at) AS began, iif(stayed IS NULL, status, 'stuck') AS what, count(*) AS n
    FROM alerts WHERE profile = ? AND notification = 'quiet' AND id > ? GROUP BY what ORDER BY n DESC, what`);

  /** `isEarlier`: the read is from a previous run of the console. */
  const reads = new Map<string, { at: number; keptAt: number; isEarlier: boolean }>();
  const reasons = new Map<string, Map<GapReason, number>>();
  const withoutQuietAlerts = new Set<string>();

  const lastReadOf = (profileId: string) => {
    const cachedRead = reads.get(profileId);
    if (cachedRead) return cachedRead;
    const row = lastRead.get(profileId);
    const at = Number(row?.['at']);
    return row ? { at, keptAt: at, isEarlier: true } : undefined;
  };
  const gapUntil = (profileId: string, at: number): Notice<'gap'> | null => {
    const last = lastReadOf(profileId);
    if (!last || at - last.at <= watchedGapMs) return null;
    const openReasons = [...(reasons.get(profileId) ?? [])].flatMap(([why, began]) => (began <= at ? [why] : []));
    const gapReasons = [...(last.isEarlier ? (['closed'] as const) : []), ...openReasons];
    return { kind: 'gap', from: timeText(last.at), to: timeText(at), why: gapReasons };
  };
  const keep = (profileId: string, { kind, from, to }: { kind: string; from: string; to: string }, about: object) => {
    add.run(profileId, kind, Date.parse(from), Date.parse(to), JSON.stringify(about));
    dropBeyond.run({ profile: profileId, max: alertLimits.notices });
  };
  const noticeOf = (row: ReturnType<typeof all.all>[number]): AlertNotice => {
    const period = { from: timeText(Number(row['began'])), to: timeText(Number(row['ended'])) };
    const about: unknown = JSON.parse(String(row['about']));
    if (row['kind'] === 'gap') return { kind: 'gap', ...period, ...(about as { why: GapReason[] }) };
    const { count, what } = about as QuietSummary;
    return { kind: 'quiet', ...period, count, what };
  };
  return {
    recordRead: (profileId: string, at: number) => {
      const gap = gapUntil(profileId, at);
      if (gap?.to) keep(profileId, { ...gap, to: gap.to }, { why: gap.why });
      // Keeps reasons newer than these rows, because a response may arrive after reading was blocked.
      for (const [why, began] of reasons.get(profileId) ?? []) if (began < at) reasons.get(profileId)?.delete(why);
      const keptAt = reads.get(profileId)?.keptAt ?? Number.NEGATIVE_INFINITY;
      // `Math.abs` makes the write due after the clock was set back.
      const isDue = Math.abs(at - keptAt) >= saveReadEveryMs;
      if (isDue) saveRead.run(profileId, at);
      reads.set(profileId, { at, keptAt: isDue ? at : keptAt, isEarlier: false });
    },
    block: (profileId: string, why: GapReason, at: number) => {
      reasons.set(profileId, (reasons.get(profileId) ?? new Map<GapReason, number>()).set(why, at));
    },
    forgetLastRead: (profileId: string) => {
      reads.delete(profileId);
      removeRead.run(profileId);
    },
    noteQuietAlert: (profileId: string) => void withoutQuietAlerts.delete(profileId),
    endQuiet: (profileId: string, at: number) => {
      if (withoutQuietAlerts.has(profileId)) return 0;
      withoutQuietAlerts.add(profileId);
      const rows = quietCounts.all(profileId, Number(lastSummed.get(profileId)?.['last'] ?? 0));
      if (rows.length === 0) return 0;
      const quietEntries = rows.map((row) => ({ what: String(row['what']), count: Number(row['n']) }));
      const count = quietEntries.reduce((sum, each) => sum + each.count, 0);
      const from = timeText(Math.min(...rows.map(({ began }) => Number(began))));
      const about: QuietSummary = { count, what: quietEntries };
      insertSummed.run(profileId, Math.max(...rows.map((row) => Number(row['last']))));
      keep(profileId, { kind: 'quiet', from, to: timeText(at) }, about);
      return count;
    },
    list: (profileId: string, at: number) => {
      const gap = gapUntil(profileId, at);
      const after = at - alertLimits.days * 24 * 60 * 60_000;
      return [...(gap ? [{ ...gap, to: null }] : []), ...all.all(profileId, after, alertLimits.notices).map(noticeOf)];
    },
    remove: (profileId: string) => {
      reads.delete(profileId);
      reasons.delete(profileId);
      withoutQuietAlerts.delete(profileId);
      removeRead.run(profileId);
      removeAll.run(profileId);
      removeSummed.run(profileId);
    },
  };
}

export type AlertNotices = ReturnType<typeof createAlertNotices>;
