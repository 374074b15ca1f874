export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

/** Filters of the deliveries list; null for all. */
export interface DeliveryFilter {
  readonly endpoint: string | null;
  readonly state: (typeof deliveryStates)[number] | null;
  readonly migration: string | null;
}
