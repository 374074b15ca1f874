import { partsOf, startOfDay } from '../values/time-zone.ts';

const daysPresets = ['today', '7d', '30d'] as const;
/** `visit`: since the user last had this profile open. Only the data process knows this time. */
export const sincePresets = ['yesterday', 'visit'] as const;
type DaysPreset = (typeof daysPresets | typeof sincePresets)[number];

/** First and last day ("2026-11-20") in the chosen time zone, both included. Null for an open end. At least one day is set. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}
export type DaysChoice = DaysPreset | DayRange;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns midnight of a day in the chosen time zone, plus `more` days. Null for invalid dates. */
const midnightOf = (day: string, more = 0): number | null => {
  const [, year, month, date] = (dayPattern.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const dayParts = partsOf(new Date(startOfDay(year, month - 1, date)));
  return dayParts.month === month - 1 ? startOfDay(year, month - 1, date + more) : null;
};

/** Parses "7d" or "2026-11-01..2026-11-20", in which either day may be missing. Null for anything else. */
export const parseDays = (text: unknown, presets: readonly DaysPreset[] = daysPresets): DaysChoice | null => {
  if (typeof text !== 'string') return null;
  const preset = presets.find((each) => each === text);
  if (preset) return preset;
  const ends = text.split('..');
  if (ends.length !== 2) return null;
  const [from, to] = ends.map((end) => (midnightOf(end) === null ? null : end));
  return from || to ? { from: from ?? null, to: to ?? null } : null;
};

export const daysText = (filter: DaysChoice): string =>
  typeof filter === 'string' ? filter : `${filter.from ?? ''}..${filter.to ?? ''}`;

const presetLabels: Record<DaysPreset, string> = {
  today: 'today',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
  yesterday: 'since yesterday',
  visit: 'since my last visit',
};
const daysBack: Record<DaysPreset, number> = { today: 0, '7d': 6, '30d': 29, yesterday: 1, visit: Number.NaN };

export const daysLabel = (filter: DaysChoice): string => {
  if (typeof filter === 'string') return presetLabels[filter];
  if (filter.from === null) return `until ${filter.to}`;
  if (filter.to === null) return `from ${filter.from}`;
  return filter.from === filter.to ? filter.from : `${filter.from} to ${filter.to}`;
};

/** Returns the first included and the first excluded ms since 1970. "Last 7 days" is today and the six days before. */
export const boundsOf = (filter: DaysChoice, now: Date): readonly [number, number] => {
  if (typeof filter === 'string') {
    const { year, month, day } = partsOf(now);
    return [startOfDay(year, month, day - daysBack[filter]), Number.POSITIVE_INFINITY];
  }
  const from = filter.from === null ? null : midnightOf(filter.from);
  const after = filter.to === null ? null : midnightOf(filter.to, 1);
  return [from ?? Number.NEGATIVE_INFINITY, after ?? Number.POSITIVE_INFINITY];
};
