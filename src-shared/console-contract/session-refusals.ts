/** Why the browser host has no session for a page: it never had one, its link was too old or used before, or it was ended. */
export const sessionRefusals = ['none', 'link_expired', 'link_used', 'ended'] as const;
export type SessionRefusal = (typeof sessionRefusals)[number];
