import type { AttentionKind } from '#shared/attention.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { reasonWords } from '#shared/reports-api/reason-words.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { absoluteText, dateOf, isSameDay, shortClockText, relativeWords } from '#ui/values/times.tsx';
import { observedText } from './status-age.ts';
import { visibleText } from '#shared/visible-text.ts';

const stuckReasons: Readonly<Record<string, string>> = {
  WORKING: 'In progress longer than the limit in Settings',
  PENDING_USER_INPUT: 'The end user may have closed the modal',
  NOT_STARTED: "The end user signed in but hasn't started the copy",
};

export const attentionReason = (kind: AttentionKind | 'changed', status: string): string => {
  if (kind === 'changed') return 'The destination changed some items';
  if (kind === 'stuck') return stuckReasons[status] ?? 'In progress longer than the limit in Settings';
  if (kind === 'waiting') return 'Waiting for the end user';
  return kind === 'partial' ? "Some items weren't copied" : 'The copy stopped early';
};

export const partialReason = ({ total, failed, altered, reasons }: FailedItems): string => {
  const reasonsText = reasons.map(({ reason }) => reasonWords(reason)).join(', ');
  const failures = `${countText(failed)} of ${countText(total)} items failed${reasonsText === '' ? '' : ': '}${reasonsText}`;
  if (altered === 0) return failures;
  const changedText = `${altered === 1 ? 'was' : 'were'} changed by the destination`;
  if (failed === 0) return `${countText(altered)} of ${countText(total)} items ${changedText}`;
  return `${failures}. ${countText(altered)} ${changedText}.`;
};

export const userText = (user: string | null): string => {
  if (user === null || user === '') return 'Unknown user';
  return looksLikeUuid(user) ? shortIdText(user) : visibleText(user);
};

export const createdWords = (created: Date | null, now: Date): string =>
  created ? `Created ${relativeWords(created, now)}` : 'Created: unknown';

export const sinceText = ({ since, seenSince }: ListedMigration, now: Date): string => {
  const observation = dateOf(seenSince);
  if (!observation) return 'End time unknown';
  if (since !== null) return `observed ${observedText(observation, now)}`;
  return `first observed ${isSameDay(observation, now) ? shortClockText(observation) : absoluteText(observation, now)}`;
};
