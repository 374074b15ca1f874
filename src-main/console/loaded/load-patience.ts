import type { AppError } from '#shared/app-error.ts';

/** What to do about a page that did not come. */
export type Patience =
  /** Try it again after so many ms. */
  | { readonly kind: 'wait'; readonly ms: number; readonly oneAtATime: boolean }
  /** A person has to look. */
  | { readonly kind: 'fail' };

const passing = new Set<AppError['code']>(['offline', 'timeout', 'service_failed', 'unreadable_reply']);
export const patienceLimits = {
  /** Tries in a row, of whichever page, before a person is asked. */
  tries: 6,
  /** The service asks for patience itself: it gets more. */
  triesWhenLimited: 30,
  baseMs: 1_000,
  capMs: 30_000,
  /** A longer pause than this is not waited for at a stretch. */
  longestAskedMs: 10 * 60_000,
} as const;

/**
 * @param failures how many tries in a row have failed, this one included
 * @param random from 0 to 1
 */
export function judgeFailure(error: AppError, failures: number, random: number): Patience {
  const isLimited = error.code === 'rate_limited';
  if (!isLimited && !passing.has(error.code)) return { kind: 'fail' };
  if (failures >= (isLimited ? patienceLimits.triesWhenLimited : patienceLimits.tries)) return { kind: 'fail' };
  const asked = error.request?.retryAfterMs;
  const ownMs = Math.min(patienceLimits.baseMs * 2 ** (failures - 1), patienceLimits.capMs) * (0.5 + random / 2);
  const ms = asked === undefined ? ownMs : Math.min(asked, patienceLimits.longestAskedMs);
  return { kind: 'wait', ms, oneAtATime: isLimited };
}
