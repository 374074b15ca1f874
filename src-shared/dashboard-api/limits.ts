export const passwordLength = { least: 12, most: 128 } as const;

export const keyAgeDays = { advised: 90, soon: 76 } as const;

/** How long the link of an invitation works, in milliseconds. */
export const invitationMs = 24 * 3_600_000;

/** Header of the address of the dashboard's page that names an invitation; it never reaches a server. */
export const invitationHash = '#/invitation/';

export const resetHash = '#/reset/';
