/** Why the browser host has no session for a page: none yet, link expired or used, or session ended. */
export const sessionRefusals = ['none', 'link_expired', 'link_used', 'ended'] as const;
export type SessionRefusal = (typeof sessionRefusals)[number];
