/** Characters of a password. */
export const passwordLength = { least: 12, most: 128 } as const;

/** The advice for the age of a key in days, and from which age on it is told. */
export const keyAgeDays = { advised: 90, soon: 76 } as const;

/** How long the link of an invitation works, in milliseconds. */
export const invitationMs = 24 * 3_600_000;

/** Header of the address of the dashboard's page that names an invitation; it never reaches a server. */
export const invitationHash = '#/invitation/';

/** The same for a link that resets how a person signs in. */
export const resetHash = '#/reset/';
