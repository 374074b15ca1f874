import { keyAgeLimits, type KeyView } from '#shared/console-contract/api-key-calls.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What may be known about a key outside this process. */
export function viewKey(
  known: Pick<KeyView, 'storage' | 'lastFour' | 'prefix' | 'storedAt' | 'refused'>,
  now: Date,
): KeyView {
  const { storage, lastFour, prefix, storedAt, refused } = known;
  const ageDays = Math.max(0, Math.floor((now.getTime() - Date.parse(storedAt)) / dayMs));
  const replace = ageDays >= keyAgeLimits.replaceAfterDays;
  const remind = ageDays >= keyAgeLimits.remindAfterDays;
  const age = replace ? 'replace' : remind ? 'remind' : 'fresh';
  return { storage, lastFour, prefix, storedAt, ageDays, age, refused };
}
