import { partsOf, startOfDay } from '../values/time-zone.ts';

export const daysPresets = ['today', '7d', '30d'] as const;
/** `visit`: since the user last had this profile open. Only the data process knows this time. */
export const sincePresets = ['yesterday', 'visit'] as const;
export type DaysPreset = (typeof daysPresets | typeof sincePresets)[number];

/** First and last day ("2026-11-20") in the chosen time zone, both included. Null for an open end. At least one day is set. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}
export type DaysChoice = DaysPreset | DayRange;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns midnight of a day in the chosen time zone, plus `more` days. Null for invalid dates. */
export const midnightOf = (day: string, more = 0): number | null => {
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
