export const webhookTabs = ['listen', 'endpoints', 'deliveries', 'check', 'code'] as const;
export type WebhookTab = (typeof webhookTabs)[number];

const deliveryStates = ['pending', 'delivered', 'failed'] as const;

/** Which deliveries are listed; null is all. */
export interface DeliveryFilter {
  readonly endpoint: string | null;
  readonly state: (typeof deliveryStates)[number] | null;
  readonly migration: string | null;
}

/** What the route of the Webhooks page holds. */
export interface WebhooksSearch extends DeliveryFilter {
  readonly tab: WebhookTab;
}

export const defaultWebhooksSearch: WebhooksSearch = {
  tab: webhookTabs[0],
  endpoint: null,
  state: null,
  migration: null,
};

const idOf = (raw: unknown): string | null => (typeof raw === 'string' && raw !== '' ? raw.slice(0, 100) : null);

/** Reads the search parameters; whatever makes no sense falls back to the default. */
export const parseWebhooksSearch = (raw: Record<string, unknown>): WebhooksSearch => ({
  tab: webhookTabs.find((each) => each === raw['tab']) ?? defaultWebhooksSearch.tab,
  endpoint: idOf(raw['endpoint']),
  state: deliveryStates.find((each) => each === raw['state']) ?? null,
  migration: idOf(raw['migration']),
});
