export const webhookTabs = ['listen', 'endpoints', 'deliveries', 'check', 'code'] as const;
export type WebhookTab = (typeof webhookTabs)[number];

const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export interface DeliveryFilter {
  readonly endpoint: string | null;
  readonly state: (typeof deliveryStates)[number] | null;
  readonly migration: string | null;
}

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

export const parseWebhooksSearch = (raw: Record<string, unknown>): WebhooksSearch => ({
  tab: webhookTabs.find((webhookTab) => webhookTab === raw['tab']) ?? defaultWebhooksSearch.tab,
  endpoint: idOf(raw['endpoint']),
  state: deliveryStates.find((deliveryState) => deliveryState === raw['state']) ?? null,
  migration: idOf(raw['migration']),
});
