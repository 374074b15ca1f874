import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import type { ModalWords } from './words.ts';

export const languages = { en, de, fr, es, ja, ar } satisfies Record<string, ModalWords>;

export type Language = keyof typeof languages;

const languageOfTag = (tag: string): Language | undefined => {
  const primary = tag.trim().split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return Object.hasOwn(languages, primary) ? (primary as Language) : undefined;
};

/** Language tags of an Accept-Language header, by preference. Skips tags with weight 0. */
const acceptedTags = (header: string): string[] =>
  header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);

/** Returns a modal's language: `locale` (BCP 47, from the page), the browser's first supported language, or English. */
export const languageFor = (locale: unknown, acceptLanguage = ''): Language => {
  const tags = typeof locale === 'string' && locale !== '' ? [locale] : acceptedTags(acceptLanguage);
  return tags.map(languageOfTag).find((language) => language !== undefined) ?? 'en';
};

/** Strings of the card that the SDK shows before the modal's page has loaded, with their language code. */
export const cardWordsIn = (lang: Language): Readonly<Record<string, string>> => {
  const words = Object.entries(languages[lang]).filter(([name]) => /^(card-|tryAgain$|close$)/.test(name));
  return { lang, ...Object.fromEntries(words.map(([name, text]) => [name.replace('card-', ''), text])) };
};
