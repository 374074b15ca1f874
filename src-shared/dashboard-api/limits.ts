export const passwordLength = { min: 12, max: 128 } as const;

export const keyAgeDays = { advised: 90, soon: 76 } as const;

/** Lifetime of an invitation link, in ms. */
export const invitationMs = 24 * 3_600_000;

/** URL fragment of the dashboard page for an invitation. Browsers never send fragments to a server. */
export const invitationHash = '#/invitation/';

export const resetHash = '#/reset/';
