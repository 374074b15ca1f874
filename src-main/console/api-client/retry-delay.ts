import { retryLimits } from './limits.ts';

/** Milliseconds that a `Retry-After` header asks for (seconds or a date), or null without a readable one. */
export function readRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

/**
 * How long to wait before the next try, in ms.
 * @param tries tries made so far, from 1
 * @param retryAfterMs what the service asked for, or null
 * @param random from 0 to 1
 */
export function retryDelay(tries: number, retryAfterMs: number | null, random: number): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, retryLimits.capMs);
  return Math.min(retryLimits.baseMs * 2 ** (tries - 1), retryLimits.capMs) * random;
}
