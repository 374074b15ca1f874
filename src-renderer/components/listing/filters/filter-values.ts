const mostValues = 100;
const mostText = 200;

/** A text to search for, from a route; the router reads digits alone as a number. */
export const parseText = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, mostText) : '';

/** Chosen values from a route: a list, or one alone; what is no text is left out, and so is what comes twice. */
export const parseValues = (raw: unknown): readonly string[] => {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const texts = list.filter((each) => typeof each === 'string' && each.length <= 1000) as string[];
  return [...new Set(texts)].slice(0, mostValues);
};

/** A value that rows of the page have, and how many. */
export interface FilterValue {
  readonly id: string;
  readonly label: string;
  readonly rows: number;
}

/**
 * The values of a page, the most frequent first, then by name. What is chosen stays in the list also where no row of
 * this page has it, so that it can be taken back.
 */
export const valuesOf = (
  values: readonly string[],
  chosen: readonly string[],
  labelOf: (value: string) => string,
): readonly FilterValue[] => {
  const rows = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const value of values) rows.set(value, (rows.get(value) ?? 0) + 1);
  return [...rows]
    .map(([id, count]) => ({ id, label: labelOf(id), rows: count }))
    .sort((one, other) => other.rows - one.rows || one.label.localeCompare(other.label));
};

/** What a chip says of its choice: the value itself, or "2 of 8". */
export const chosenText = (chosen: readonly string[], values: readonly FilterValue[]): string | null => {
  if (chosen.length === 0) return null;
  if (chosen.length > 1) return `${chosen.length} of ${values.length}`;
  return values.find(({ id }) => id === chosen[0])?.label ?? chosen[0] ?? null;
};
