import type { ModalWord } from '../words/words.ts';

const { lang } = document.documentElement;
const words = JSON.parse(document.querySelector('#words')?.textContent ?? '{}') as Readonly<Record<string, string>>;
const plurals = new Intl.PluralRules(lang);

/** A number as it is written in the page's language. */
export const numberText = (value: number): string => value.toLocaleString(lang);

/** The time of day of an instant, as it is written in the page's language. */
export const timeText = (instant: string): string =>
  new Date(instant).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' });

/** A value for a slot; a number is written in the page's language. */
export type Slots = Readonly<Record<string, string | number>>;

/** The names that texts speak of again and again. */
const names: Record<string, string> = {};

/** Sets the names for all texts from now on. */
export const know = (more: Readonly<Record<string, string>>): void => void Object.assign(names, more);

/** A text with its slots filled. */
export const fill = (template: string, slots: Slots = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, slot: string) => {
    const value = slots[slot] ?? names[slot] ?? '';
    return typeof value === 'number' ? numberText(value) : value;
  });

/** A text of the page in its language; `count` chooses its form, too. */
export const text = (name: ModalWord, slots: Slots = {}): string => {
  const form = words[`${name}_${plurals.select(Number(slots['count']))}`];
  return fill(form ?? words[name] ?? '', slots);
};
