import { lookupLimits } from '#shared/list-limits.ts';
import { idPlacesIn } from '#shared/ids-in-text.ts';

interface IdPiece {
  readonly kind: 'id' | 'repeat' | 'other' | 'over';
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

export interface IdsInText {
  /** Unique IDs in lower case and in the order of the input, up to the lookup limit. */
  readonly ids: readonly string[];
  readonly count: number;
  readonly repeated: ReadonlySet<string>;
  readonly pieces: readonly IdPiece[];
}

const wordPattern = /[^\s\u200b\u2060\ufeff,;|"'“”‘’„«»‹›<>()[\]{}]+/gu;
/** Matches strings that look like an ID but are truncated or contain an invalid letter. */
const brokenId = /^[0-9a-z]{6,}(?:-[0-9a-z]{2,}){3,}$/i;

/** Returns words of a line that are probably meant as IDs, but not sentences or other table cells. */
const unknownWordsIn = (words: readonly RegExpExecArray[], ids: number): readonly RegExpExecArray[] => {
  const isList = ids > words.length || (ids === 0 && words.length === 1);
  return words.filter(([word]) => /\d/.test(word) && (isList || brokenId.test(word)));
};

/**
 * Finds IDs in any input: a spreadsheet column, an email, links, quotes. Ignores the rest of links and surrounding
 * words, but reports an invalid string in place of an ID.
 */
export const idsIn = (text: string, max: number = lookupLimits.ids): IdsInText => {
  const acceptedIds = new Set<string>();
  const knownIds = new Set<string>();
  const repeated = new Set<string>();
  const pieces: IdPiece[] = [];
  let start = 0;
  text.split('\n').forEach((row, index) => {
    const line = index + 1;
    const idPlaces = idPlacesIn(row);
    const rowWithoutIds = idPlaces.reduce(
      (left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to),
      row,
    );
    const linePieces: IdPiece[] = idPlaces.map(({ id, from, to }) => {
      const isRepeat = knownIds.has(id);
      knownIds.add(id);
      if (isRepeat) repeated.add(id);
      else if (acceptedIds.size < max) acceptedIds.add(id);
      const kind = isRepeat ? 'repeat' : acceptedIds.has(id) ? 'id' : 'over';
      return { kind, from: start + from, to: start + to, text: row.slice(from, to), line };
    });
    for (const { 0: word, index: at } of unknownWordsIn([...rowWithoutIds.matchAll(wordPattern)], idPlaces.length)) {
      linePieces.push({ kind: 'other', from: start + at, to: start + at + word.length, text: word, line });
    }
    pieces.push(...linePieces.sort((one, other) => one.from - other.from));
    start += row.length + 1;
  });
  return { ids: [...acceptedIds], count: knownIds.size, repeated, pieces };
};
