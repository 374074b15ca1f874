import { partsOf, startOfDay } from '../values/time-zone.ts';
import { type DaysChoice, type DaysPreset, midnightOf } from './days-choice.ts';

const presetLabels: Record<DaysPreset, string> = {
  today: 'today',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
  yesterday: 'since yesterday',
  visit: 'since your last visit',
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
