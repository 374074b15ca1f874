const requestFilters = ['all', 'failed', 'post', 'get'] as const;
export type RequestFilter = (typeof requestFilters)[number];

export interface RequestsSearch {
  readonly filter: RequestFilter;
  /** Words to look for: a part of the path, a status ("404", "5xx"), a method. */
  readonly text: string;
  /** Id of the profile whose requests are shown; null for those of all. */
  readonly profile: string | null;
  readonly open: number | null;
}

export const defaultRequestsSearch: RequestsSearch = { filter: 'all', text: '', profile: null, open: null };

const longestText = 200;

export const parseRequestsSearch = (raw: Record<string, unknown>): RequestsSearch => {
  const { text, profile } = raw;
  const open = Number(raw['open']);
  return {
    filter: requestFilters.find((each) => each === raw['filter']) ?? defaultRequestsSearch.filter,
    // The router parses digits as a number.
    text: typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, longestText) : '',
    // Ids of profiles are short; an id of digits is read as a number, too.
    profile:
      (typeof profile === 'string' || typeof profile === 'number') && profile !== ''
        ? String(profile).slice(0, longestText)
        : null,
    open: raw['open'] !== null && Number.isSafeInteger(open) && open > 0 ? open : null,
  };
};
