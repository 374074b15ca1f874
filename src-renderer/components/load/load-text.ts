import type { LoadedState, LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import { countedText, countText } from '#ui/values/number-text.ts';
import { dateOf, shortClockText } from '#ui/values/times.tsx';

const timeOf = (text: string | null | undefined): number => Date.parse(text ?? '') || 0;

/** Returns when the rows arrived and when the last refresh finished, in ms since 1970. 0 for never. */
export const loadAge = (state: LoadedState | undefined) => {
  const rowsAt = timeOf(state?.toppedUpAt ?? state?.finishedAt);
  return {
    rowsAt,
    triedAt: Math.max(rowsAt, timeOf(state?.problem?.at)),
    isStale: state !== undefined && state.isTopUp && state.rows > 0 && state.problem !== null,
  };
};

export const hasAllRows = ({ phase, missing }: LoadedState): boolean => phase === 'complete' && (missing ?? 0) === 0;

const second = 1000;
const minute = 60 * second;

/** Formats a waiting time, rounded up to avoid frequent changes: "5 s", "40 s", "3 min", "1 h 20 min". */
export const waitText = (ms: number): string => {
  if (ms < 90 * second) return `${Math.max(1, Math.ceil(ms / (5 * second))) * 5} s`;
  const minutes = Math.ceil(ms / minute);
  if (minutes < 60) return `${minutes} min`;
  const restMinutes = minutes % 60;
  return `${Math.floor(minutes / 60)} h${restMinutes === 0 ? '' : ` ${restMinutes} min`}`;
};

export const doneText = ({ rows, total }: Pick<LoadedState, 'rows' | 'total'>): string =>
  total === null ? countText(rows) : `${countText(rows)} of ${countText(Math.max(rows, total))}`;

export const paceText = ({ rowsPerSecond, remainingMs }: Pick<LoadedState, 'rowsPerSecond' | 'remainingMs'>): string =>
  [
    rowsPerSecond === null ? '' : `${countText(Math.round(rowsPerSecond))} rows a second`,
    remainingMs === null ? '' : `${waitText(remainingMs)} left`,
  ]
    .filter((part) => part !== '')
    .join(', ');

export const planText = ({ requests, seconds }: Pick<LoadPlan, 'requests' | 'seconds'>): string => {
  if (requests === null) return 'an unknown number of requests, because the service reports no total';
  const count = countedText(requests, 'request');
  return seconds === null ? count : `${count} and about ${waitText(seconds * second)}`;
};

const clockOf = (text: string | null): string | null => {
  const date = dateOf(text);
  return date && shortClockText(date);
};

export const loadedText = ({
  startedAt,
  finishedAt,
  toppedUpAt,
}: Pick<LoadedState, 'startedAt' | 'finishedAt' | 'toppedUpAt'>): string => {
  const from = clockOf(startedAt);
  if (from === null) return '';
  const to = clockOf(finishedAt);
  const topped = clockOf(toppedUpAt);
  const span = to === null || to === from ? `loaded ${from}` : `loaded ${from} to ${to}`;
  return topped === null || topped === (to ?? from) ? span : `${span}, updated ${topped}`;
};

export const gapsText = ({ missing, unreadable }: Pick<LoadedState, 'missing' | 'unreadable'>): string =>
  [
    missing !== null && missing > 0 ? `${countText(missing)} may be missing` : '',
    unreadable > 0 ? `${countText(unreadable)} couldn't be loaded` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

export const announcementOf = (title: string, { phase, rows, isTopUp }: LoadedState): string => {
  if (isTopUp) return '';
  switch (phase) {
    case 'loading':
      return `Loading all ${title.toLowerCase()}.`;
    case 'paused':
      return 'Loading is paused.';
    case 'cancelled':
      return `Loading was stopped. ${countText(rows)} rows are loaded.`;
    case 'failed':
      return `Loading failed. ${countText(rows)} rows are loaded.`;
    case 'complete':
      return `All ${countText(rows)} ${title.toLowerCase()} are loaded.`;
    default:
      return '';
  }
};
