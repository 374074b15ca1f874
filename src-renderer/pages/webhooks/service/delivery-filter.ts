export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export interface DeliveryFilter {
  readonly endpoint: string | null;
  readonly state: (typeof deliveryStates)[number] | null;
  readonly migration: string | null;
}
