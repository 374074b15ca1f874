/** Invisible characters that mail programs and tables insert. */
export const invisibleCharacters = '\\u00ad\\u200b-\\u200f\\u2060\\ufeff';
const digit = `[0-9a-fA-F\\uff10-\\uff19\\uff21-\\uff26\\uff41-\\uff46][${invisibleCharacters}]{0,2}`;
export const dashes = '-\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d';
/** Separator between two groups: a hyphen (after which mail programs may break the line), spaces, or nothing. */
const separator = `[ \\t\\u00a0]{0,3}(?:[${dashes}][${invisibleCharacters}]{0,2}[\\s>]{0,4})?`;
const groups = [8, 4, 4, 4, 12].map((length) => `(?:${digit}){${length}}`).join(separator);
const idPattern = new RegExp(`(?<![\\p{L}\\p{N}])${groups}(?![\\p{L}\\p{N}])`, 'gu');

/** Adds the hyphens of a UUID to a string of up to 32 digits. */
export const withHyphens = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)]
    .filter((group) => group !== '')
    .join('-');

/** Finds every ID in a string: in sentences, links or quotes, in upper case, or in groups of digits. */
export const idPlacesIn = (text: string) =>
  Array.from(text.matchAll(idPattern), ({ 0: found, index }) => ({
    id: withHyphens(
      found
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^0-9a-f]/g, ''),
    ),
    from: index,
    to: index + found.length,
  }));
