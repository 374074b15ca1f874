// Runs on Node 18: what can go wrong before Node 24 is there.

/** One sentence for a person: what is wrong, and what to do. The command ends with code 2. */
export class StopSentence extends Error {}
