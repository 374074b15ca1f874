import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { ageText, dateOf } from '#ui/values/times.tsx';

type Times = Pick<ListedMigration, 'created' | 'since' | 'seenSince'>;

const minShownMs = 60_000;

export const observedText = (observation: Date, now: Date): string => {
  const age = now.getTime() - observation.getTime();
  return age < minShownMs ? 'just now' : `for ${ageText(age)}`;
};

/**
 * Formats the time since the last status change. For an unobserved change, formats the longest possible time and the
 * observed time.
 */
export const statusAgeText = ({ created, since, seenSince }: Times, now: Date): string | null => {
  const [from, observed, createdAt] = [dateOf(since), dateOf(seenSince), dateOf(created)];
  if (!from) return null;
  const age = (date: Date): string => ageText(now.getTime() - date.getTime());
  if (!observed || from.getTime() >= observed.getTime()) return `No change for ${age(from)}`;
  return createdAt && from.getTime() === createdAt.getTime()
    ? `Created ${age(from)} ago, observed in this status ${observedText(observed, now)}`
    : `Changed less than ${age(from)} ago, observed in this status ${observedText(observed, now)}`;
};
