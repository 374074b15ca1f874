import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languageFor, languages } from './languages.ts';
import { modalPageIn } from '../modal-page.ts';

const tags = Object.keys(languages) as (keyof typeof languages)[];
const wordsOf = (tag: keyof typeof languages): Readonly<Record<string, string>> => languages[tag];
const slotsOf = (text = ''): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();

const english = wordsOf('en');
const names = Object.keys(english).filter((name) => !name.endsWith('_one'));
const counted = names.filter((name) => `${name}_one` in english);

describe.each(tags)('the modal in %s', { tags: '@X27' }, (tag) => {
  const words = wordsOf(tag);

  test('has every string and no other', () => {
    expect(names.filter((name) => !words[name]?.trim())).toEqual([]);
    const forms = Object.keys(words).filter((name) => !names.includes(name));
    expect(forms.filter((name) => !counted.includes(name.replace(/_(one|two|few|many)$/, '')))).toEqual([]);
  });

  test('has every plural form of each string with a count', () => {
    const rules = new Intl.PluralRules(tag);
    const forms = new Set(Array.from({ length: 1_000 }, (_, index) => rules.select(index + 1)));
    const missing = [...forms]
      .filter((form) => form !== 'other')
      .flatMap((form) => counted.map((name) => `${name}_${form}`))
      .filter((name) => !(name in words));
    expect(missing).toEqual([]);
  });

  test('has the same placeholders as English', () => {
    for (const name of names) expect([name, slotsOf(words[name])]).toEqual([name, slotsOf(english[name])]);
    // A plural form may omit the number, but nothing else.
    const forms = Object.keys(words).filter((name) => !names.includes(name));
    const baseOf = (name: string) => words[name.replace(/_(one|two|few|many)$/, '')];
    const differentForms = forms.filter((name) => {
      const own = new Set([...slotsOf(words[name]), '{count}']);
      return slotsOf(baseOf(name)).some((slot) => !own.has(slot));
    });
    expect(differentForms).toEqual([]);
  });

  test('appears in the page without markup or unfilled placeholders', () => {
    expect(Object.entries(words).filter(([, text]) => /[<>&"]/.test(text))).toEqual([]);
    const html = modalPageIn(tag).html('0f8fad5b-d9cb-469f-a165-70867728950e', undefined);
    expect(html.match(/\{page-\w+\}/g)).toBeNull();
    expect(html).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}"`);
  });

  test('differs from English in every string', () => {
    if (tag === 'en') return;
    const same = names.filter((name) => words[name] === english[name] && /[A-Za-z]+ [a-z]+/.test(words[name] ?? ''));
    expect(same).toEqual([]);
  });
});

test("page.html has no words except the service's name", { tags: '@X27' }, () => {
  const html = readFileSync(new URL('../page/page.html', import.meta.url), 'utf8').replace(/<!--.*?-->/gs, '');
  const texts = html.replace(/<svg class="sprite".*?<\/svg>/s, '').split(/<[^>]*>/);
  const spoken = [...html.matchAll(/(?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(([, text = '']) => text);
  const own = [...texts, ...spoken].map((text) => text.replaceAll(/\{[\w-]+\}/g, '').trim()).filter(Boolean);
  expect(own).toEqual(['Ferry']);
});

test.each([
  ['de', undefined, 'de'],
  ['de-CH', 'fr', 'de'],
  ['pt_BR', 'fr', 'en'],
  ['', 'fr-CA,fr;q=0.9', 'fr'],
  [undefined, 'pt, ja;q=0.8, de;q=0.9', 'de'],
  [undefined, 'de;q=0, es', 'es'],
  [undefined, '*', 'en'],
  [undefined, '__proto__, constructor', 'en'],
  [['de'], '', 'en'],
  [undefined, `${'x,'.repeat(100_000)}de`, 'en'],
])('locale %j with Accept-Language %j gives %s', { tags: '@X27' }, (locale, header, language) => {
  expect(languageFor(locale, header)).toBe(language);
});
