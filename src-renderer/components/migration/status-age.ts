import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { ageText, dateOf } from '#ui/values/time-text.ts';

type Times = Pick<ListedMigration, 'created' | 'since' | 'seenSince'>;

/** Shorter observations aren't shown in seconds. */
const shortestMs = 60_000;

/** How long this console has observed the status: "for 14 min". */
export const seenText = (observation: Date, now: Date): string => {
  const age = now.getTime() - observation.getTime();
  return age < shortestMs ? 'just now' : `for ${ageText(age)}`;
};

/** Describes the time in the status: from the observed change, or bounded by an observation or the creation. */
export const statusAgeText = ({ created, since, seenSince }: Times, now: Date): string | null => {
  const [from, observed, createdAt] = [dateOf(since), dateOf(seenSince), dateOf(created)];
  if (!from) return null;
  const age = (date: Date): string => ageText(now.getTime() - date.getTime());
  if (!observed || from.getTime() >= observed.getTime()) return `No change for ${age(from)}`;
  return createdAt && from.getTime() === createdAt.getTime()
    ? `Created ${age(from)} ago, observed ${seenText(observed, now)}`
    : `Another status was last observed ${age(from)} ago, this one ${seenText(observed, now)}`;
};
