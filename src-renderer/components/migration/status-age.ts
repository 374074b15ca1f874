import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { ageText, dateOf } from '#ui/values/time-text.ts';

type Times = Pick<ListedMigration, 'created' | 'since' | 'seenSince'>;

/** What was seen for less says nothing in seconds. */
const shortestMs = 60_000;

/** Since when a status is seen by this console: "for 14 min". */
export const seenText = (observation: Date, now: Date): string => {
  const age = now.getTime() - observation.getTime();
  return age < shortestMs ? 'just now' : `for ${ageText(age)}`;
};

/**
 * For how long a migration has been in its status, and how that is known: its beginning was seen, or it is told from the
 * last sight of another status, or from when it was created.
 */
export const statusAgeText = ({ created, since, seenSince }: Times, now: Date): string | null => {
  const [from, observed, createdAt] = [dateOf(since), dateOf(seenSince), dateOf(created)];
  if (!from) return null;
  const age = (date: Date): string => ageText(now.getTime() - date.getTime());
  if (!observed || from.getTime() >= observed.getTime()) return `No change for ${age(from)}`;
  return createdAt && from.getTime() === createdAt.getTime()
    ? `Created ${age(from)} ago, observed ${seenText(observed, now)}`
    : `Another status was last observed ${age(from)} ago, this one ${seenText(observed, now)}`;
};
