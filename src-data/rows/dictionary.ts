import type { Pace } from './pace.ts';

/** Distinct texts by number; 0 is "none". Rows hold the number. */
export interface Dictionary {
  /** Numbers given so far, 0 included. */
  readonly size: () => number;
  readonly textAt: (code: number) => string | null;
  /** The number of a text, or -1 where no row has it. `''` is "none". */
  readonly find: (text: string) => number;
  /** By number: 1 where the text has the needle in it. The needle is folded and not empty. */
  readonly matches: (needle: string, pace: Pace) => Promise<Uint8Array>;
  /** By number: the place of the text in the order of all, "none" last. Texts that fold to the same share a place. */
  readonly ranks: (pace: Pace) => Promise<Uint32Array>;
}

/** A dictionary that takes new texts. */
export interface WritableDictionary extends Dictionary {
  readonly intern: (text: string | null) => number;
}
