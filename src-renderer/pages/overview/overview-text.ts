import type { LoadedState, Overview } from '#shared/console-contract/loaded-calls.ts';
import { countText } from '#ui/values/number-text.ts';
import { dateOf, shortClockText } from '#ui/values/times.tsx';
import { knownStatuses } from '#ui/status/status-style.ts';

export type StatusCount = Overview['byStatus'][number];

export const statusLines = (byStatus: Overview['byStatus']): readonly StatusCount[] => {
  const known = knownStatuses.map(
    (status) =>
      byStatus.find((each) => each.status === status) ?? {
        status,
        count: 0,
        lastDay: 0,
        longestSince: null,
      },
  );
  const names = new Set(knownStatuses);
  const unknown = byStatus.filter(({ status }) => !names.has(status)).sort((one, other) => other.count - one.count);
  return [...known, ...unknown];
};

export const shareText = (count: number, all: number): string => {
  if (all === 0) return '—';
  const share = (count / all) * 100;
  return count > 0 && share < 0.05 ? '< 0.1 %' : `${share.toFixed(1)} %`;
};

const clockText = (text: string | null): string => {
  const date = dateOf(text);
  return date ? shortClockText(date) : 'an unknown time';
};

export const sourceText = ({ source, rows, total, to }: Overview, state: LoadedState | undefined): string => {
  if (source === 'none') return 'No counts yet';
  if (source === 'sample') {
    const ofTotalText = total === null ? '' : ` of ${countText(total)}`;
    return rows === total
      ? `All ${countText(rows)} migrations, loaded at ${clockText(to)}`
      : `Sample: the newest ${countText(rows)}${ofTotalText} migrations, loaded at ${clockText(to)}`;
  }
  if (state && state.phase !== 'complete' && !state.isTopUp) {
    return `${countText(rows)}${total === null ? '' : ` of ${countText(total)}`} loaded migrations`;
  }
  const rowsText =
    total === null || rows >= total ? `All ${countText(rows)}` : `${countText(rows)} of ${countText(total)}`;
  return `${rowsText} migrations, loaded at ${clockText(to)}`;
};
