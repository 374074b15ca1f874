export const listenerLimits = {
  /** Maximum events in the queue. When it is full, the console stops reading the feed until the receiver catches up. */
  waiting: 5_000,
  ended: 1_000,
  listed: 200,
  tries: 6,
  attempts: 6,
  replyBytes: 1_024,
  addressCharacters: 2_000,
} as const;
