type Value = string | number | null;

/** Values by the names `$1`, `$2` and so on, which node:sqlite requires for numbered parameters. */
export const numberedValues = (values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
