export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

/** Filters of the deliveries list. Null matches all deliveries. */
export interface DeliveryFilter {
  readonly endpoint: string | null;
  readonly state: (typeof deliveryStates)[number] | null;
  readonly migration: string | null;
}
