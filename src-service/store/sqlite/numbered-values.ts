type Value = string | number | null;

/** Values by the names `$1`, `$2` and so on, because node:sqlite doesn't bind numbered parameters by position. */
export const numberedValues = (values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
