/** Characters in a name that a person gives: of a profile, of a view. */
export const maxNameLength = 60;
