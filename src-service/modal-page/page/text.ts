import type { ModalWord } from '../words/words.ts';

const { lang } = document.documentElement;
const words = JSON.parse(document.querySelector('#words')?.textContent ?? '{}') as Readonly<Record<string, string>>;
const plurals = new Intl.PluralRules(lang);

export const numberText = (value: number): string => value.toLocaleString(lang);

export const timeText = (instant: string): string =>
  new Date(instant).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' });

export type Slots = Readonly<Record<string, string | number>>;

const names: Record<string, string> = {};

export const setNames = (more: Readonly<Record<string, string>>): void => void Object.assign(names, more);

export const fill = (template: string, slots: Slots = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, slot: string) => {
    const value = slots[slot] ?? names[slot] ?? '';
    return typeof value === 'number' ? numberText(value) : value;
  });

export const text = (name: ModalWord, slots: Slots = {}): string => {
  const form = words[`${name}_${plurals.select(Number(slots['count']))}`];
  return fill(form ?? words[name] ?? '', slots);
};
