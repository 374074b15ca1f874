import type { PaletteEntry } from '../../components/palette/palette-entries.ts';

interface LabelMatch {
  /** Lower is better: a match at the start, then at the start of a word, then elsewhere. */
  readonly rank: number;
  readonly marks: readonly (readonly [number, number])[];
}

const weakestMatch: LabelMatch = { rank: 3, marks: [] };

const placeOf = (label: string, word: string): { readonly at: number; readonly rank: number } | null => {
  if (label.startsWith(word)) return { at: 0, rank: 0 };
  for (let at = label.indexOf(word); at !== -1; at = label.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(label[at - 1] ?? '')) return { at, rank: 1 };
  }
  const at = label.indexOf(word);
  return at === -1 ? null : { at, rank: 2 };
};

export const matchLabel = (label: string, typed: string): LabelMatch | null => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { rank: 0, marks: [] };
  const lower = label.toLowerCase();
  const places: { readonly from: number; readonly to: number }[] = [];
  let rank = 0;
  for (const word of words) {
    const place = placeOf(lower, word);
    if (!place) return null;
    rank += place.rank;
    places.push({ from: place.at, to: place.at + word.length });
  }
  // Lower-casing changed the string's length, so its positions don't fit the label. Returns the match without
  // highlights.
  if (lower.length !== label.length) return { ...weakestMatch, rank };
  const marks: [number, number][] = [];
  for (const { from, to } of places.sort((a, b) => a.from - b.from)) {
    const previous = marks.at(-1);
    if (previous && from <= previous[1]) previous[1] = Math.max(previous[1], to);
    else marks.push([from, to]);
  }
  return { rank, marks };
};

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
  readonly max?: number;
  /** True for results of the console's own search, which are highlighted but not filtered. */
  readonly found?: boolean;
}

export interface ShownEntry extends PaletteEntry {
  readonly key: string;
  readonly marks: LabelMatch['marks'];
}

export interface ShownGroup {
  readonly name: string;
  readonly entries: readonly ShownEntry[];
}

export const sessionName = 'This session';
export const moreSearchesName = 'More searches';

const maxShown = 6;

const matchEntry = (entry: PaletteEntry, typed: string, found: boolean): LabelMatch | null =>
  matchLabel(entry.label, typed) ??
  (found || (entry.note !== undefined && matchLabel(entry.note, typed)) ? { rank: 9, marks: [] } : null);

export const shownGroups = (groups: readonly PaletteGroup[], typed: string): readonly ShownGroup[] => {
  const text = typed.trim();
  return groups
    .map(({ name, entries, max = maxShown, found = false }) => {
      const matches = entries
        .filter(({ quiet }) => text !== '' || !quiet)
        .flatMap((entry) => {
          const match = matchEntry(entry, text, found);
          return match ? [{ entry, match }] : [];
        })
        .sort((one, other) => one.match.rank - other.match.rank);
      const shownMatches = text === '' ? matches : matches.slice(0, max);
      return {
        name,
        best: matches[0]?.match.rank ?? 0,
        entries: shownMatches.map(({ entry, match }) => ({ ...entry, key: `${name} ${entry.id}`, marks: match.marks })),
      };
    })
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => one.best - other.best);
};
