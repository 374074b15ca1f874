import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import type { Belonging } from '#shared/console-contract/profiles-calls.ts';
import { maskedKey } from '../../../components/key-entry/key-words.ts';
import { countText } from '#ui/values/number-text.ts';

/** One, many, and without a number. */
const words: Record<Belonging['kind'], readonly [string, string, string]> = {
  timeline: ['entry of the observed timeline', 'entries of the observed timeline', 'its observed timeline'],
  views: ['saved view', 'saved views', 'its saved views'],
  watches: ['watched migration', 'watched migrations', 'its watched migrations'],
};

const nameOf = ({ kind, count }: Belonging): string => {
  const [one, many, some] = words[kind];
  return count === null ? some : `${countText(count)} ${count === 1 ? one : many}`;
};

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

interface Removal {
  readonly key: Pick<KeyView, 'lastFour' | 'storage'> | null;
  readonly belongings: readonly Belonging[];
}

/** What is deleted with a profile, as one sentence with a space after it; empty where nothing is. */
export function whatGoes({ key, belongings }: Removal): string {
  const place = key?.storage === 'keychain' ? ' in the keychain' : '';
  const things = [...(key ? [`its key ${maskedKey(key.lastFour)}${place}`] : []), ...belongings.map(nameOf)];
  if (things.length === 0) return '';
  return `${things.length === 1 ? 'This goes' : 'These go'} with it: ${list.format(things)}. `;
}
