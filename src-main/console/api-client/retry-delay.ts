import { growingPause, patience } from '#shared/patience.ts';

/**
 * Milliseconds that a `Retry-After` header asks for (seconds or a date), or null without a readable one. A date is read
 * against the service's own clock, as its `Date` header shows it: the one of this computer may be off.
 */
export function readRetryAfter(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  if (Number.isNaN(date)) return null;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(sentAt) ? now.getTime() : sentAt));
}

/**
 * How long to wait before the next try, in ms: what the service asked for, or any time below a growing pause.
 * @param tries tries made so far, from 1
 * @param retryAfterMs what the service asked for, or null
 * @param random from 0 to 1
 */
export function retryDelay(tries: number, retryAfterMs: number | null, random: number): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, patience.request.longestAskedMs);
  return growingPause(patience.request, tries) * random;
}
