/** Typed arrays that columns are made of. */
type ColumnValues = Uint8Array | Uint32Array | Float64Array;

/** A typed array that grows by half when it is full. `values` may be longer than what is filled. */
export interface GrowingArray<Values extends ColumnValues> {
  /** Replaced by a longer one when it grows: who holds on to it keeps what was there. */
  readonly values: Values;
  /** Makes room for `length` values in all. */
  readonly reserve: (length: number) => void;
}

export function createGrowingArray<Values extends ColumnValues>(
  make: (length: number) => Values,
  initial = 1_024,
): GrowingArray<Values> {
  let values = make(initial);
  return {
    get values() {
      return values;
    },
    reserve: (length) => {
      if (length <= values.length) return;
      const longer = make(Math.max(length, Math.ceil(values.length * 1.5)));
      longer.set(values as never);
      values = longer;
    },
  };
}
