/**
 * The direction of a text that a service sent, for `dir`: an address reads from left to right whatever its letters are, or its
 * two halves change places (a host is of Latin letters; where both halves are not, they change them all the same); anything else
 * reads as it begins.
 */
export const directionOf = (text: string | null | undefined): 'ltr' | 'auto' => (text?.includes('@') ? 'ltr' : 'auto');
