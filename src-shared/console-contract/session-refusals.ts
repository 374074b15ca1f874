export const sessionRefusals = ['none', 'link_expired', 'link_used', 'ended'] as const;
export type SessionRefusal = (typeof sessionRefusals)[number];
