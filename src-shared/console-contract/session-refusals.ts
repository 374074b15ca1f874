/**
 * Why the browser host has no session for a page: it never had one, its link expired or was already used, or its session
 * ended.
 */
export const sessionRefusals = ['none', 'link_expired', 'link_used', 'ended'] as const;
export type SessionRefusal = (typeof sessionRefusals)[number];
