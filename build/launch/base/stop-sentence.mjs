// Runs on Node 18: covers failures before Node 24 is available.

/** A message for the user: what is wrong, and the fix. The command exits with code 2. */
export class StopSentence extends Error {}
