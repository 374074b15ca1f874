const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after failed attempts. The first attempt is immediate, and the delivery fails after the last attempt. */
export const retryDelays: readonly number[] = [
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

/** Randomly lengthens a delay by up to a fifth, so that deliveries that failed together retry at different times. */
const maxJitter = 0.2;

const maxRetryAfter = 24 * hour;

/** Returns the delay after `attempts` attempts, or undefined after the last. All times are in milliseconds. */
export const retryDelayAfter = (
  attempts: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
): number | undefined => {
  const pause = retryDelays[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * (1 + maxJitter * random()));
  return Math.max(jittered, Math.min(retryAfter ?? 0, maxRetryAfter));
};

/** Parses `Retry-After` (RFC 9110, 10.2.3): seconds or a date. Returns milliseconds, or undefined if invalid. */
export const readRetryAfter = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * second;
  // An HTTP date starts with the weekday. `Date.parse` alone accepts almost anything.
  const date = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
};
