import { canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import { growingPause, patience } from '#shared/patience.ts';

/** What to do about a page that did not come. */
export type NextStep =
  /** Try it again after so many ms. */
  | { readonly kind: 'wait'; readonly ms: number; readonly oneAtATime: boolean }
  /** A person has to look. */
  | { readonly kind: 'fail' };

/**
 * What to do after a failure.
 * @param failures how many tries in a row have failed, this one included
 * @param random from 0 to 1
 */
export function nextStepAfter(error: AppError, failures: number, random: number): NextStep {
  const isLimited = error.code === 'rate_limited';
  const { tries, triesWhenLimited, longestAskedMs } = patience.load;
  if (!canPass(error.code) || failures >= (isLimited ? triesWhenLimited : tries)) return { kind: 'fail' };
  const asked = error.request?.retryAfterMs;
  const ownMs = growingPause(patience.load, failures) * (0.5 + random / 2);
  const ms = asked === undefined ? ownMs : Math.min(asked, longestAskedMs);
  return { kind: 'wait', ms, oneAtATime: isLimited };
}
