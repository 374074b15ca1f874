export const linkTokenTabs = ['create', 'token-lab'] as const;
export type LinkTokenTab = (typeof linkTokenTabs)[number];

export interface LinkTokensSearch {
  readonly tab: LinkTokenTab;
}

export const defaultLinkTokensSearch: LinkTokensSearch = { tab: 'create' };

export const parseLinkTokensSearch = (raw: Record<string, unknown>): LinkTokensSearch => ({
  tab: linkTokenTabs.find((linkTokenTab) => linkTokenTab === raw['tab']) ?? defaultLinkTokensSearch.tab,
});
