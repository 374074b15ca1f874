import type { LoadedState, Overview } from '#shared/console-contract/loaded-calls.ts';
import { waitText } from '../../components/loaded/load/load-text.ts';
import { countText } from '#ui/values/number-text.ts';
import { dateOf, shortClockText } from '#ui/values/time-text.ts';
import { knownStatuses } from '../../components/migration/status-looks.ts';

export type StatusCount = Overview['byStatus'][number];

/** The statuses in the order of a migration's life; those that nobody documented follow, the largest first. */
export const statusLines = (byStatus: Overview['byStatus']): readonly StatusCount[] => {
  const known = knownStatuses.map(
    (status) =>
      byStatus.find((each) => each.status === status) ?? {
        status,
        count: 0,
        lastDay: 0,
        oldestCreated: null,
        longestSince: null,
      },
  );
  const names = new Set(knownStatuses);
  const unknown = byStatus.filter(({ status }) => !names.has(status)).sort((one, other) => other.count - one.count);
  return [...known, ...unknown];
};

/** "1.7 %"; a few of very many are "< 0.1 %", never none. */
export const shareText = (count: number, all: number): string => {
  if (all === 0) return '—';
  const share = (count / all) * 100;
  return count > 0 && share < 0.05 ? '< 0.1 %' : `${share.toFixed(1)} %`;
};

interface BarPart {
  readonly status: string;
  /** From the left end and wide, in parts of a thousand. */
  readonly x: number;
  readonly width: number;
}

const gap = 3;
const least = 4;

/** The parts of one stacked bar of a thousand units, with gaps; what is there at all is wide enough to be seen. */
export const barParts = (lines: readonly StatusCount[]): readonly BarPart[] => {
  const there = lines.filter(({ count }) => count > 0);
  const all = there.reduce((sum, { count }) => sum + count, 0);
  const room = 1000 - gap * Math.max(0, there.length - 1) - least * there.length;
  let x = 0;
  return there.map(({ status, count }) => {
    const part = { status, x, width: least + (count / all) * room };
    x += part.width + gap;
    return part;
  });
};

const clock = (text: string | null): string => {
  const date = dateOf(text);
  return date ? shortClockText(date) : 'an unknown time';
};

/** What the figures are counted from, and when that was read. */
export const sourceText = ({ source, rows, total, from, to }: Overview, state: LoadedState | undefined): string => {
  if (source === 'none') return 'Nothing was counted yet';
  if (source === 'sample') {
    const of = total === null ? '' : ` of ${countText(total)}`;
    return rows === total
      ? `All ${countText(rows)} migrations, read at ${clock(to)}`
      : `A sample: the newest ${countText(rows)}${of} migrations, read at ${clock(to)}`;
  }
  if (state && state.phase !== 'complete' && !state.isTopUp) {
    return `${countText(rows)}${total === null ? '' : ` of ${countText(total)}`} migrations, as far as they are loaded`;
  }
  const took = from && to ? Date.parse(to) - Date.parse(from) : 0;
  const all = total === null || rows >= total ? `All ${countText(rows)}` : `${countText(rows)} of ${countText(total)}`;
  return `${all} migrations, loaded at ${clock(to)}${took >= 5000 ? ` in ${waitText(took)}` : ''}`;
};

/** One of the seven lines that need a look. */
export interface Problem {
  readonly id: string;
  readonly status: string;
  readonly company: string | null;
  readonly created: string | null;
  /** Since when it has not changed; null where it is no stuck one. */
  readonly stuckSince: string | null;
}

/** Stuck migrations first, the longest first, then the newest that ended badly. */
export const problemLines = ({ stuck, problems }: Overview, most: number): readonly Problem[] =>
  [
    ...stuck.rows.map(({ migration, since }) => ({ migration, since })),
    ...problems.rows.map((migration) => ({ migration, since: null })),
  ]
    .slice(0, most)
    .map(({ migration: { id, status, companyName, companyId, created }, since }) => ({
      id,
      status,
      company: companyName ?? companyId,
      created,
      stuckSince: since,
    }));
