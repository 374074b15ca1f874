import type { PaletteEntry } from '../../components/palette/palette-entries.ts';
import { matchLabel, type LabelMatch } from './match-label.ts';

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
  /** Entries that are shown at most once something is typed. */
  readonly most?: number;
  /** What was asked of the console fits already: nothing is left out, only marked. */
  readonly found?: boolean;
}

export interface ShownEntry extends PaletteEntry {
  /** Unique in the palette. */
  readonly key: string;
  readonly marks: LabelMatch['marks'];
}

export interface ShownGroup {
  readonly name: string;
  readonly entries: readonly ShownEntry[];
}

const usualMost = 6;

const matchEntry = (entry: PaletteEntry, typed: string, found: boolean): LabelMatch | null =>
  matchLabel(entry.label, typed) ??
  (found || (entry.note !== undefined && matchLabel(entry.note, typed)) ? { rank: 9, marks: [] } : null);

/**
 * What the palette lists for a typed text: in each group the best matches first, the group with the best one on top,
 * groups without any left out.
 */
export const shownGroups = (groups: readonly PaletteGroup[], typed: string): readonly ShownGroup[] => {
  const text = typed.trim();
  return groups
    .map(({ name, entries, most = usualMost, found = false }) => {
      const matches = entries
        .filter(({ quiet }) => text !== '' || !quiet)
        .flatMap((entry) => {
          const match = matchEntry(entry, text, found);
          return match ? [{ entry, match }] : [];
        })
        .sort((one, other) => one.match.rank - other.match.rank);
      const kept = text === '' ? matches : matches.slice(0, most);
      return {
        name,
        best: matches[0]?.match.rank ?? 0,
        entries: kept.map(({ entry, match }) => ({ ...entry, key: `${name} ${entry.id}`, marks: match.marks })),
      };
    })
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => one.best - other.best);
};
