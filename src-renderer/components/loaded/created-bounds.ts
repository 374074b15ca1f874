import { boundsOf, parseCreated } from '../listing/filters/created-range.ts';

/** The moments of a filter by day, as the data process takes them; null for an open end. Days are those of this computer. */
export const createdBounds = (
  created: string | null,
  now: Date,
): { readonly createdFrom: string | null; readonly createdTo: string | null } => {
  const filter = parseCreated(created);
  const iso = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);
  const [from, after] = filter ? boundsOf(filter, now) : [Number.NaN, Number.NaN];
  return { createdFrom: iso(from), createdTo: iso(after) };
};
