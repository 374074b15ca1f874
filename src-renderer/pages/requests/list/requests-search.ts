const requestFilters = ['all', 'failed', 'post', 'get'] as const;
export type RequestFilter = (typeof requestFilters)[number];

export interface RequestsSearch {
  readonly filter: RequestFilter;
  /** Search input: part of the path, a status ("404", "5xx"), or a method. */
  readonly text: string;
  readonly profile: string | null;
  readonly open: number | null;
}

export const defaultRequestsSearch: RequestsSearch = { filter: 'all', text: '', profile: null, open: null };

const maxTextLength = 200;

export const parseRequestsSearch = (raw: Record<string, unknown>): RequestsSearch => {
  const { text, profile } = raw;
  const open = Number(raw['open']);
  return {
    filter: requestFilters.find((requestFilter) => requestFilter === raw['filter']) ?? defaultRequestsSearch.filter,
    // The router parses strings of digits as numbers.
    text: typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, maxTextLength) : '',
    // Profile IDs are short. The router parses an ID of digits as a number.
    profile:
      (typeof profile === 'string' || typeof profile === 'number') && profile !== ''
        ? String(profile).slice(0, maxTextLength)
        : null,
    open: raw['open'] !== null && Number.isSafeInteger(open) && open > 0 ? open : null,
  };
};
