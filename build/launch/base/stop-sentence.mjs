// Must run on Node 18, because it reports errors before Node 24 is installed.

/** A message for the user: the problem and the fix. The command exits with code 2. */
export class StopSentence extends Error {}
