const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after each failed attempt; the first attempt is immediate. The delivery fails after the last one. */
export const pauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** A pause grows by a fifth at most, so that what failed together does not come back together; it never shrinks. */
const maxJitter = 0.2;

/** A receiver that asks for more time than this is tried sooner than it asks. */
const maxRetryAfter = 24 * hour;

/**
 * The pause after a failed try, in milliseconds; undefined after the last one.
 * @param attempts how many were made, this one included
 * @param retryAfter milliseconds that the reply asked for
 * @param random from 0 to below 1
 */
export const pauseAfter = (
  attempts: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
): number | undefined => {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * (1 + maxJitter * random()));
  return Math.max(jittered, Math.min(retryAfter ?? 0, maxRetryAfter));
};

/**
 * `Retry-After` (RFC 9110, 10.2.3) in milliseconds: seconds, or a date by the system's clock. Undefined for anything else.
 * @param now milliseconds since 1970 by the system's clock
 */
export const readRetryAfter = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  // A date of HTTP begins with the day's name: Date.parse alone takes almost anything.
  const date = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
};
