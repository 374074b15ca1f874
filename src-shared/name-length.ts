/** Limit for the names of profiles and views. */
export const maxNameLength = 60;
