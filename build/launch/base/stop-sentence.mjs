// Must run on Node 18: it reports errors before Node 24 is available.

/** A message for the user: what is wrong, and the fix. The command exits with code 2. */
export class StopSentence extends Error {}
