import { attentionFilters } from '#shared/attention.ts';
import { attentionNames } from '#shared/attention-names.ts';
import type { FilterName, Resource } from '#shared/migration-api/fields.ts';
import { foldText } from '#shared/search-text/fold-text.ts';
import { boundsOf, daysLabel } from '#ui/filters/day-range.ts';
import { type DaysChoice, daysText, parseDays, sincePresets } from '#ui/filters/days-choice.ts';
import { knownStatuses, statusStyleOf } from '#ui/status/status-style.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { partsOf } from '#ui/values/time-zone.ts';
import { twoDigits } from '#ui/values/times.tsx';
import type { ConsoleApi } from '../../../api/console-api.ts';
import { chipsOf, chosenOf, type FiltersOf } from '../filters/field-filters.ts';
import { loadedQueryOf } from '../filters/value-filters.ts';

/** The list that the words filter. */
export interface WordTarget<Name extends Resource = Resource> {
  readonly api: ConsoleApi;
  readonly resource: Name;
  readonly filters: FiltersOf<Name>;
}

interface WordValue {
  /** The value of the filter. */
  readonly value: string;
  /** What the user types for this value. */
  readonly word: string;
  readonly label: string;
  readonly rows?: number;
}

interface WordKey {
  readonly key: string;
  readonly label: string;
  readonly filter: string;
  readonly isMany: boolean;
  /** Returns the values that contain `text`. `isNarrowed`: counts only rows that pass the other filters. */
  readonly find: (target: WordTarget, text: string, isNarrowed: boolean) => Promise<readonly WordValue[]>;
}

const normalize = (text: string): string =>
  foldText(text)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
const contains = (text: string, value: WordValue): boolean =>
  normalize(value.label).includes(normalize(text)) || normalize(value.word).startsWith(normalize(text));

const wordOf = (label: string): string => (/[\s,"]/.test(label) ? `"${label.replaceAll('"', '')}"` : label);

const findStatuses: WordKey['find'] = async (target, text, isNarrowed) => {
  const counted = await countValues(target, 'status', '', isNarrowed);
  const counts = new Map<string, number | undefined>(counted.map(({ key, count }) => [key, count]));
  for (const status of knownStatuses) counts.set(status, counts.get(status));
  const statuses = [...counts].map(([value, rows]): WordValue => {
    const { label } = statusStyleOf(value);
    return { value, word: label.toLowerCase().replaceAll(' ', '-'), label, ...(rows === undefined ? {} : { rows }) };
  });
  return statuses.filter((status) => contains(text, status));
};

const countValues = async (target: WordTarget, by: FilterName, label: string, isNarrowed: boolean) => {
  const { api, resource, filters } = target;
  const query = isNarrowed ? loadedQueryOf(resource, { ...filters, [by]: [], text: '' }, null, new Date()) : {};
  const { groups } = await api.loaded.groups({ resource, query, by, label });
  return groups.filter(({ key }) => key !== '');
};

const maxSearched = 50;

const findNames =
  (by: FilterName): WordKey['find'] =>
  async (target, text, isNarrowed) => {
    const counted = await countValues(target, by, text, isNarrowed);
    if (counted.length > 0) {
      return counted.map(({ key, label, count }) => ({
        value: key,
        word: wordOf(label ?? key),
        label: label ?? shortIdText(key),
        rows: count,
      }));
    }
    const { api, resource } = target;
    // Without loaded rows, only company names are known, so a typed user is used unchanged.
    if (by === 'user') {
      const { rows } = await api.loaded.state({ resource });
      return rows === 0 && text !== '' ? [{ value: text, word: text, label: text }] : [];
    }
    const companies = by === 'company' ? await api.companies.search({ text, limit: maxSearched }) : [];
    return companies.map(({ id, providerCompanyName }) => {
      const label = providerCompanyName ?? id;
      return { value: id, word: wordOf(label), label };
    });
  };

const dayOf = (ms: number): string => {
  const { year, month, day } = partsOf(new Date(ms));
  return `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`;
};

const dayValue = (word: string, days: DaysChoice): WordValue => ({
  value: daysText(days),
  word,
  label: daysLabel(days),
});

const presetsInRange = ['today', '7d', '30d'] as const;
const oneDay = /^\d{4}-\d{2}-\d{2}$/;

const createdDays = (): readonly WordValue[] => presetsInRange.map((preset) => dayValue(preset, preset));
const changedDays = (): readonly WordValue[] => [
  ...sincePresets.map((preset) => dayValue(preset, preset)),
  ...presetsInRange.map((preset) => dayValue(preset, { from: dayOf(boundsOf(preset, new Date())[0]), to: null })),
];

const findDays =
  (presets: () => readonly WordValue[], isOpenEnded: boolean): WordKey['find'] =>
  async (_target, text) => {
    const typed = oneDay.test(text) ? parseDays(isOpenEnded ? `${text}..` : `${text}..${text}`) : parseDays(text);
    const isRange = typed !== null && typeof typed === 'object' && !(isOpenEnded && typed.to !== null);
    // Rejects the whole range: otherwise, a range with one invalid date would be open at that end.
    if (text.includes('..') && typed && daysText(typed) !== text) return [];
    return isRange ? [dayValue(text, typed)] : presets().filter((preset) => contains(text, preset));
  };

const reasons: readonly WordValue[] = attentionFilters.map((reason) => ({
  value: reason,
  word: reason,
  label: attentionNames[reason],
}));

/** Returns the filters of a list that can be typed, such as `status:failed`. */
const wordKeys = (resource: Resource): readonly WordKey[] => {
  const keys: WordKey[] = chipsOf(resource).map(({ name, label }) => ({
    key: name,
    label: name === 'company' ? 'Company' : label,
    filter: name,
    isMany: true,
    find: name === 'status' ? findStatuses : findNames(name),
  }));
  const created = findDays(createdDays, false);
  keys.push({ key: 'created', label: 'Created', filter: 'created', isMany: false, find: created });
  if (resource === 'companies') return keys;
  const changed = findDays(changedDays, true);
  const is = async (_target: unknown, text: string) => reasons.filter((reason) => contains(text, reason));
  return [
    ...keys,
    { key: 'since', label: 'Changed since', filter: 'changed', isMany: false, find: changed },
    { key: 'is', label: 'Needs attention', filter: 'attention', isMany: true, find: is },
  ];
};

interface FilterWord {
  /** The word as typed, such as `company:"Blue Lantern",acme`. */
  readonly typed: string;
  readonly key: string;
  readonly values: readonly string[];
  /** False while the user may still be typing the word. */
  readonly isComplete: boolean;
}

const wordPattern = /(?<!\S)([a-z]{2,}):((?:"[^"]*(?:"|$)|[^\s"])*)(\s?)/gi;
const valuePattern = /"([^"]*)"?|([^",]+)/g;
const linkPattern = /^(?:mailto:|[a-z]+:\/\/)/i;

const readFilterWords = (text: string): readonly FilterWord[] =>
  [...text.matchAll(wordPattern)].flatMap(([, key = '', value = '', space = '']) => {
    const typed = `${key}:${value}`;
    if (linkPattern.test(typed)) return [];
    return [{ typed, key: key.toLowerCase(), values: valuesOf(value), isComplete: space !== '' }];
  });

const valuesOf = (value: string): readonly string[] =>
  [...value.matchAll(valuePattern)].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim()).filter(Boolean);

/** Returns the index of the last comma outside quotes, or -1. */
const lastCommaOf = (value: string): number =>
  value.replaceAll(/"[^"]*(?:"|$)/g, (quoted) => '"'.repeat(quoted.length)).lastIndexOf(',');

export const removeWord = (text: string, typed: string): string =>
  text
    .replaceAll(wordPattern, (found: string, key: string, value: string) => (`${key}:${value}` === typed ? '' : found))
    .trimStart();

interface AppliedWords {
  /** The filters to change. */
  readonly patch: Readonly<Record<string, readonly string[] | string>>;
  /** The words in `patch`. */
  readonly applied: readonly string[];
  readonly problem: string | null;
}

const listText = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

/** A URL holds at most this many values per filter. */
const maxValues = 100;

const resolveValue = async (
  target: WordTarget,
  wordKey: WordKey,
  text: string,
): Promise<readonly string[] | string> => {
  const { key, find, isMany } = wordKey;
  const found = await find(target, text, false);
  const exact = found.filter((one) => [one.value, one.word, one.label].map(normalize).includes(normalize(text)));
  if (exact.length > 0) return exact.map(({ value }) => value).slice(0, isMany ? maxValues : 1);
  if (found.length === 0 && key === 'company' && looksLikeUuid(text)) return [text];
  if (found.length > maxValues) return `More than ${maxValues} values of ${key} match “${text}”. Type more characters.`;
  if (found.length === 1 || (found.length > 0 && isMany)) return found.map(({ value }) => value);
  const words = chipsOf(target.resource).some(({ name }) => name === key && name !== 'status')
    ? []
    : (await find(target, '', false)).map(({ word }) => word);
  if (!isMany) return `“${text}” isn't a date. Use a date (2026-11-20), ${listText(words)}.`;
  const hint = words.length === 0 ? '' : ` Use ${listText(words)}.`;
  return `No ${key === 'is' ? 'reason' : key} “${text}” found.${hint}`;
};

/** Finds the values of typed filter words. `isAll` includes the word that the user may still be typing. */
export async function resolveWords(target: WordTarget, text: string, isAll: boolean): Promise<AppliedWords> {
  const keys = wordKeys(target.resource);
  const patch: Record<string, readonly string[] | string> = {};
  const applied: string[] = [];
  let problem: string | null = null;
  for (const { typed, key, values, isComplete } of readFilterWords(text)) {
    if (!isComplete && !isAll) continue;
    const wordKey = keys.find((one) => one.key === key);
    if (!wordKey) {
      problem ??= `“${key}” isn't a filter. Use ${listText(keys.map((one) => one.key))}, or use quotes to search for it.`;
      continue;
    }
    const found = await Promise.all(values.map((value) => resolveValue(target, wordKey, value)));
    const failure = found.find((one) => typeof one === 'string');
    problem ??= failure ?? null;
    const [first] = found.flat();
    if (failure !== undefined || first === undefined) continue;
    const { filter, isMany } = wordKey;
    const before = patch[filter] ?? chosenOf(target.filters, { name: filter as FilterName });
    patch[filter] = isMany ? [...new Set([before, found].flat(2))] : first;
    applied.push(typed);
  }
  return { patch, applied, problem };
}

export interface Suggestion {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** Replaces the last word of the input. */
  readonly text: string;
  /** Null for a filter name, which still needs a value. */
  readonly patch: AppliedWords['patch'] | null;
}

const lastWord = /(?<!\S)(?:([a-z]{2,}):((?:"[^"]*"|[^\s"])*(?:"[^"]*)?)|([a-z]*))$/i;
const minLetters = 2;
const maxSuggestions = 8;

/** Returns completions of the last word. `isOpened`: also for an empty word. */
export async function suggestWords(
  target: WordTarget,
  text: string,
  isOpened: boolean,
): Promise<readonly Suggestion[]> {
  const [, key = '', value = '', name] = lastWord.exec(text) ?? [];
  const keys = wordKeys(target.resource);
  if (name !== undefined) {
    if (name.length < minLetters && !isOpened) return [];
    return keys
      .filter((one) => one.key.startsWith(name.toLowerCase()))
      .map((one) => ({ id: one.key, label: `${one.key}:`, note: one.label, text: `${one.key}:`, patch: null }));
  }
  const wordKey = keys.find((one) => one.key === key.toLowerCase());
  if (!wordKey) return [];
  const { filter, isMany, find } = wordKey;
  const start = isMany ? lastCommaOf(value) + 1 : 0;
  const earlierValues = valuesOf(value.slice(0, start)).slice(0, maxValues);
  const earlier = await Promise.all(earlierValues.map((one) => resolveValue(target, wordKey, one)));
  if (earlier.some((one) => typeof one === 'string')) return [];
  const before = [...chosenOf(target.filters, { name: filter as FilterName }), ...earlier.flat()];
  const found = await find(target, value.slice(start).replaceAll('"', ''), true);
  return found.slice(0, maxSuggestions).map((one) => ({
    id: one.value,
    label: `${wordKey.key}:${value.slice(0, start)}${one.word}`,
    note: String(one.rows ?? one.label),
    text: '',
    patch: { [filter]: isMany ? [...new Set([...before, one.value])] : one.value },
  }));
}

/** Returns the input with the suggestion instead of its last word. */
export const completeWord = (text: string, suggestion: Suggestion): string =>
  text.slice(0, lastWord.exec(text)?.index) + suggestion.text;
