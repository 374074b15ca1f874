import type { SavedView } from '#shared/console-contract/views-calls.ts';

/** Of the moment, not of the view. */
const momentary = new Set(['page', 'open']);

/** The search parameters that a view keeps, by their names in order; what is the default is left out as in the route. */
export const searchOfView = (search: object): SavedView['search'] =>
  Object.fromEntries(
    Object.entries(search)
      .filter(
        ([name, value]) =>
          !momentary.has(name) && value !== null && value !== undefined && value !== '' && !isEmptyList(value),
      )
      .sort(([one], [other]) => one.localeCompare(other)),
  );

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
