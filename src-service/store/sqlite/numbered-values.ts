type Value = string | number | null;

/** The values of `$1`, `$2` and so on, by these names: what SQLite does not take by its place alone. */
export const numberedValues = (values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
