import type { SearchTerm } from '#shared/search-text/search-terms.ts';
import type { Pace } from './pace.ts';

/** Distinct texts by number; 0 is "none". Rows hold the number. */
export interface Dictionary {
  /** Numbers given so far, 0 included. */
  readonly size: () => number;
  readonly textAt: (code: number) => string | null;
  /** The number of a text, or -1 where no row has it. `''` is "none". */
  readonly find: (text: string) => number;
  /** By number: 1 where `hasTerm` is true of the text. */
  readonly matches: (term: SearchTerm, pace: Pace) => Promise<Uint8Array>;
  /** By number: the place of the text in the order of all, "none" last. Texts that fold to the same share a place. */
  readonly ranks: (pace: Pace) => Promise<Uint32Array>;
}

/** Ranks that hold until the dictionary grows; who asks while they are made waits for the same ones. */
export function keepRanks(size: () => number, make: Dictionary['ranks']): Dictionary['ranks'] {
  let kept: { readonly size: number; readonly ranks: Promise<Uint32Array> } | null = null;
  return (pace) => {
    if (kept?.size === size()) return kept.ranks;
    const made = { size: size(), ranks: make(pace) };
    made.ranks.catch(() => kept === made && (kept = null));
    kept = made;
    return made.ranks;
  };
}

/** A dictionary that takes new texts. */
export interface WritableDictionary extends Dictionary {
  readonly intern: (text: string | null) => number;
}

/** So many texts are looked up as they are, at 90 bytes each; those that many rows share are among the first mostly. */
const mostRemembered = 1_024;

/** Remembers the numbers of the first texts: finding one takes no bytes of it. */
export function rememberFirst(intern: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const held = known.get(text);
    if (held !== undefined) return held;
    const code = intern(text);
    if (known.size < mostRemembered) known.set(text, code);
    return code;
  };
}
