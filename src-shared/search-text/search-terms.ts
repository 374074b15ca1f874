import { foldText } from './fold-text.ts';
import { type IdPart, readSearchText } from './read-search-text.ts';

export interface SearchTerm {
  /** The word without case and accents, for fields that aren't IDs. */
  readonly text: string;
  readonly id: IdPart | null;
}

/** Splits a search into words. Input that looks like an ID stays one word, even with spaces. */
export const searchTerms = (typed: string): readonly SearchTerm[] => termsOf(typed).filter(({ text }) => text !== '');

const termsOf = (typed: string): readonly SearchTerm[] => {
  const meaning = readSearchText(typed.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd'));
  switch (meaning.kind) {
    case 'id':
      return [{ text: meaning.id, id: { head: meaning.id, tail: '' } }];
    case 'part':
      return [{ text: foldText(meaning.typed), id: meaning.part }];
    case 'text':
      return foldText(meaning.text)
        .split(/\s+/)
        .map((word) => word.replace(/^"(.+)"$/, '$1'))
        .map((text) => ({ text, id: partOf(text) }));
    case 'empty':
      return [];
    default:
      return [{ text: foldText(typed.trim()), id: null }];
  }
};

const partOf = (word: string): IdPart | null => {
  const meaning = readSearchText(word);
  return meaning.kind === 'part' ? meaning.part : null;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Minimum characters for a match at the end of an ID. Tables show four. */
export const minEndCharacters = 4;

/** Matches only the start or end of an ID, because tables hide its middle. */
const markInId = (id: string, { head, tail }: IdPart): readonly [number, number] | null => {
  if (id.startsWith(head) && id.endsWith(tail))
    return head === '' ? [id.length - tail.length, id.length] : [0, head.length];
  const digits = head.replaceAll('-', '');
  if (tail !== '' || head.length < minEndCharacters || !id.replaceAll('-', '').endsWith(digits)) return null;
  let from = id.length;
  for (let digitsLeft = digits.length; digitsLeft > 0; from -= 1) if (id[from - 1] !== '-') digitsLeft -= 1;
  return [from, id.length];
};

/** Whether a cell matches a search term. IDs match only at the visible start or end. */
export const containsTerm = (value: string, { text, id }: SearchTerm): boolean => {
  const folded = foldText(value);
  return uuid.test(folded) ? id !== null && markInId(folded, id) !== null : folded.includes(text);
};

const foldWithPositions = (value: string): { readonly folded: string; readonly places: readonly number[] } => {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of value) {
    const part = foldText(character);
    folded += part;
    for (let count = 0; count < part.length; count += 1) places.push(at);
    at += character.length;
  }
  places.push(at);
  return { folded, places };
};

/** Ranges of the value that match the search, sorted and without overlaps. */
export const marksIn = (value: string, terms: readonly SearchTerm[]): readonly (readonly [number, number])[] => {
  if (terms.length === 0) return [];
  const { folded, places } = foldWithPositions(value);
  const isId = uuid.test(folded);
  const foundMarks = terms.flatMap(({ text, id }): (readonly [number, number])[] => {
    if (isId) {
      const mark = id && markInId(folded, id);
      return mark ? [mark] : [];
    }
    const at = folded.indexOf(text);
    return at === -1 || text === '' ? [] : [[places[at] ?? 0, places[at + text.length] ?? value.length]];
  });
  const marks: [number, number][] = [];
  for (const [from, to] of foundMarks.sort(([one], [other]) => one - other)) {
    const previous = marks.at(-1);
    if (previous && from <= previous[1]) previous[1] = Math.max(previous[1], to);
    else marks.push([from, to]);
  }
  return marks;
};
