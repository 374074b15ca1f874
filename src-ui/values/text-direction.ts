/**
 * Returns `dir` for a string from the service. Email addresses are always left to right, so that their parts don't
 * swap. Other strings follow their first letter.
 */
export const directionOf = (text: string | null | undefined): 'ltr' | 'auto' => (text?.includes('@') ? 'ltr' : 'auto');
