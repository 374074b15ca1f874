import type { AttentionKind } from '#shared/attention.ts';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { dateOf } from '#ui/values/time-text.ts';

type Attention = Overview['attention'];

const maxLines = 6;

/** Each migration is in one kind only, so the counts add up. */
export const attentionTotal = ({ counts: { stuck, failed, waiting, partial } }: Attention): number =>
  stuck + failed + waiting + partial;

/** Returns the first migrations of a kind. For `all`, stuck ones come first by time in the status, then the newest. */
export const attentionLines = ({ lines }: Attention, shown: AttentionKind | 'all'): Attention['lines'] => {
  if (shown !== 'all') return lines.filter(({ kind }) => kind === shown).slice(0, maxLines);
  const createdOf = ({ migration }: Attention['lines'][number]): number => dateOf(migration.created)?.getTime() ?? 0;
  const others = lines.filter(({ kind }) => kind !== 'stuck').sort((one, other) => createdOf(other) - createdOf(one));
  return [...lines.filter(({ kind }) => kind === 'stuck'), ...others].slice(0, maxLines);
};
