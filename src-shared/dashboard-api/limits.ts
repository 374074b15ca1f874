export const passwordLength = { min: 12, max: 128 } as const;

/** Longest lifetime of an API key that expires, in days. */
export const maxKeyDays = 3_650;

/** Splits what a user typed: IP addresses separated by commas or spaces. */
export const splitAddresses = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export const organizationsPerPage = 25;

/** Lifetime of an invitation link, in ms. */
export const invitationMs = 24 * 3_600_000;

/** URL fragment of the dashboard page for an invitation. Browsers never send fragments to a server. */
export const invitationHash = '#/invitation/';

export const resetHash = '#/reset/';
