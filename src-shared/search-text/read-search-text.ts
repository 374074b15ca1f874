import { deepLinkIn } from '../deep-links/deep-link.ts';
import { dashes, idPlacesIn, invisibleCharacters, withHyphens } from '../ids-in-text.ts';

/** Start and end of an ID, with hyphens at the same positions as in a complete ID. Either part may be empty. */
export interface IdPart {
  readonly head: string;
  readonly tail: string;
}

export type SearchMeaning =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'part'; readonly typed: string; readonly part: IdPart; readonly text: string }
  /** `of` is set if the input reveals the kind of object, as a link to a company does. */
  | { readonly kind: 'id'; readonly id: string; readonly of: 'company' | null }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'wrong'; readonly text: string };

const idLength = 36;
const idDigits = 32;

/** The character at each index closes with the character at the same index in `closing`. */
const opening = '"\'`“„‘«<([{';
const closing = '"\'`”“’»>)]}';
const strangeCharacters = new RegExp(`[${invisibleCharacters}]`, 'g');
const dash = new RegExp(`[${dashes}]`, 'g');

const unwrap = (text: string): string => {
  let before = '';
  let now = text.replaceAll(strangeCharacters, '').replaceAll(/\s+/g, ' ');
  while (now !== before) {
    before = now;
    now = now
      .trim()
      .replace(/(?<![,;])[,;]+$/, '')
      .replace(/^(?:[>•*]|mailto:) ?/, '');
    const pairIndex = now.length > 1 ? opening.indexOf(now[0] ?? '') : -1;
    if (pairIndex !== -1 && closing[pairIndex] === now.at(-1)) now = now.slice(1, -1);
  }
  return /<([^<>\s]+@[^<>\s]+)>$/.exec(now)?.[1] ?? now;
};

/** Longer strings of digits count as an ID. Shorter strings may be an invoice number, a date or a phone number. */
const maxNumberLength = 16;

const lengthText = (length: number): string => `A migration ID has ${idLength} characters, but this ID has ${length}.`;
/** Matches an ID or its start, at least the first group and a digit. Tolerates wrong letters after that group. */
const partialIdPattern = /^[0-9a-f]{8}(?:-[0-9a-z]{4}){0,3}-(?=[0-9a-z]*\d)[0-9a-z]{1,12}$/;
const spacedId = /^(?=.*\d)[0-9a-f]{8} [0-9a-f -]+$/;
/** Shortened IDs as tables show them: "8f3c1d02…b7e4". */
const shortForm = /^([0-9a-f-]{4,35})(?:…|\.{2,3})([0-9a-f]{2,12})$/;

const idEndPattern = /^[0-9a-f]{0,4}-([0-9a-f]{4}-){0,2}[0-9a-f]{12}$/;

const readPart = (typed: string): SearchMeaning => {
  const short = shortForm.exec(typed);
  const head = (short?.[1] ?? typed).replaceAll(' ', '');
  const wrongCharacter = /[^0-9a-f-]/.exec(head)?.[0];
  if (wrongCharacter !== undefined) {
    return { kind: 'wrong', text: `A migration ID contains only 0–9, a–f and hyphens, not “${wrongCharacter}”.` };
  }
  const digits = head.replaceAll('-', '');
  const whole = withHyphens(digits);
  if (digits.length > idDigits || head.length > idLength) return { kind: 'wrong', text: lengthText(head.length) };
  if (head.includes('-') && !`${whole}-`.startsWith(head)) {
    if (idEndPattern.test(typed))
      return { kind: 'part', typed, part: { head: '', tail: typed }, text: lengthText(head.length) };
    return digits.length > maxNumberLength
      ? { kind: 'wrong', text: 'A migration ID has hyphens after 8, 12, 16 and 20 digits.' }
      : { kind: 'text', text: typed };
  }
  if (whole.length === idLength) return { kind: 'id', id: whole, of: null };
  return { kind: 'part', typed, part: { head: whole, tail: short?.[2] ?? '' }, text: lengthText(head.length) };
};

/**
 * Interprets a search. Finds an ID within other text. Letters without digits count as a name, even if all are
 * hexadecimal. Input with the format of an ID counts as an ID, even with a wrong character.
 */
export const readSearchText = (typed: string): SearchMeaning => {
  const link = typed.includes('://') ? deepLinkIn(typed) : null;
  if (link !== null) return { kind: 'link', link };
  const idPlaces = idPlacesIn(typed);
  const [first] = idPlaces;
  const ids = [...new Set(idPlaces.map(({ id }) => id))];
  if (ids.length > 1) return { kind: 'ids', ids };
  if (first) {
    const isCompany = /\bcompan(?:y|ies)(?:[ _]?id)?["']?\s*[/=:]\s*["'[]*$/i.test(typed.slice(0, first.from));
    return { kind: 'id', id: first.id, of: isCompany ? 'company' : null };
  }
  const text = unwrap(typed);
  if (text === '') return { kind: 'empty' };
  const folded = text.normalize('NFKC').toLowerCase().replaceAll('...', '…').replaceAll(dash, '-');
  const isHex = /^[0-9a-f-]+$/.test(folded) && (/\d/.test(folded) || /^[0-9a-f]{8}/.test(folded));
  const isId = isHex || partialIdPattern.test(folded) || spacedId.test(folded) || shortForm.test(folded);
  return isId ? readPart(folded) : { kind: 'text', text };
};
