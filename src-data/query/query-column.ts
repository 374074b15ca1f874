import type { SearchTerm } from '#shared/search-text/search-terms.ts';
import type { Dictionary } from '../rows/dictionary.ts';
import type { Pace } from '../rows/pace.ts';
import type { TextColumn } from '../rows/row-table.ts';
import { createTextPool } from '../rows/text-pool.ts';

/** A column as a query uses it: by the numbers that its rows hold. 0 is "none". */
export interface QueryColumn extends Pick<Dictionary, 'size' | 'textAt' | 'matches' | 'ranks'> {
  /** The number that each row holds; longer than there are rows. */
  readonly codes: () => Uint32Array;
  /** By number: 1 where the text is one of these; `''` stands for none. */
  readonly allows: (texts: readonly string[]) => Uint8Array;
}

/** A column that holds its texts itself. */
export const ownColumn = ({ dictionary, codes }: TextColumn): QueryColumn => ({
  ...dictionary,
  codes: () => codes.values,
  allows: (texts) => {
    const mask = new Uint8Array(dictionary.size());
    for (const text of texts) {
      const code = dictionary.find(text);
      if (code !== -1) mask[code] = 1;
    }
    return mask;
  },
});

/** A column of what is known of another one's texts: the name of a company for its id. Made anew when more is known. */
export function derivedColumn(
  { dictionary, codes }: TextColumn,
  textOf: (text: string | null) => string | null,
): QueryColumn {
  const size = dictionary.size();
  const pool = createTextPool();
  const inPool = Uint32Array.from({ length: size }, (_, code) => pool.intern(textOf(dictionary.textAt(code))));
  const spread = <Values extends Uint8Array | Uint32Array>(values: Values, into: Values): Values => {
    inPool.forEach((code, at) => (into[at] = values[code] ?? 0));
    return into;
  };
  return {
    size: () => size,
    codes: () => codes.values,
    textAt: (code) => pool.textAt(inPool[code] ?? 0),
    allows: (texts) => spread(ownColumn({ dictionary: pool, codes }).allows(texts), new Uint8Array(size)),
    matches: async (term: SearchTerm, pace: Pace) => spread(await pool.matches(term, pace), new Uint8Array(size)),
    ranks: async (pace: Pace) => spread(await pool.ranks(pace), new Uint32Array(size)),
  };
}
