/** What a listener keeps of a profile at most. */
export const listenerLimits = {
  /** Events that wait for the receiver: then no more are read until it has taken some. */
  waiting: 5_000,
  /** Events that have ended. */
  ended: 1_000,
  /** Events of a list. */
  listed: 200,
  /** How often an event is sent that the receiver does not take; then it has failed. */
  tries: 6,
  /** Tries of one event that are kept. */
  attempts: 6,
  /** Of the reply of a receiver. */
  replyBytes: 1_024,
  addressCharacters: 2_000,
} as const;
