import type { AttentionKind } from '#shared/attention.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { reasonWords } from '#shared/reports-api/reason-words.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { relativeWords } from '#ui/values/relative-words.ts';
import { absoluteText, dateOf, isSameDay, shortClockText } from '#ui/values/time-text.ts';
import { seenText } from './status-age.ts';

const stuckReasons: Readonly<Record<string, string>> = {
  WORKING: 'Longer than the hours of Settings',
  PENDING_USER_INPUT: 'The end user may have closed the modal',
  NOT_STARTED: 'Logged in, and nothing was copied since',
};

export const attentionReason = (kind: AttentionKind, status: string): string => {
  if (kind === 'stuck') return stuckReasons[status] ?? 'Longer than the hours of Settings';
  if (kind === 'waiting') return 'Waits for the end user, not stuck yet';
  return kind === 'partial' ? 'Some items were not copied' : 'The copy stopped before its end';
};

/** "14 of 8,310 items failed: too large, refused as invalid". */
export const partialReason = ({ total, failed, reasons }: FailedItems): string =>
  `${countText(failed)} of ${countText(total)} items failed${reasons.length > 0 ? ': ' : ''}${reasons.map(({ reason }) => reasonWords(reason)).join(', ')}`;

export const personText = (user: string | null): string => {
  if (user === null || user === '') return 'Nobody known';
  return looksLikeUuid(user) ? shortIdText(user) : user;
};

/** "Created 2 h ago". */
export const createdWords = (created: Date | null, now: Date): string =>
  created ? `Created ${relativeWords(created, now)}` : 'Created: not known';

export const sinceText = ({ since, seenSince }: ListedMigration, now: Date): string => {
  const sight = dateOf(seenSince);
  if (!sight) return 'ended unseen';
  if (since !== null) return `seen ${seenText(sight, now)}`;
  return `first seen ${isSameDay(sight, now) ? shortClockText(sight) : absoluteText(sight, now)}`;
};
