const requestFilters = ['all', 'failed', 'post', 'get'] as const;
export type RequestFilter = (typeof requestFilters)[number];

/** What the route of the Requests page holds. */
export interface RequestsSearch {
  readonly filter: RequestFilter;
  /** Words to look for: a part of the path, a status ("404", "5xx"), a method. */
  readonly text: string;
  /** Id of the request in the drawer. */
  readonly open: number | null;
}

export const defaultRequestsSearch: RequestsSearch = { filter: 'all', text: '', open: null };

const longestText = 200;

/** Reads the search parameters; whatever is missing or makes no sense falls back to the default. */
export const parseRequestsSearch = (raw: Record<string, unknown>): RequestsSearch => {
  const { text } = raw;
  const open = Number(raw['open']);
  return {
    filter: requestFilters.find((each) => each === raw['filter']) ?? defaultRequestsSearch.filter,
    // The router reads a text of digits as a number.
    text: typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, longestText) : '',
    open: raw['open'] !== null && Number.isSafeInteger(open) && open > 0 ? open : null,
  };
};
